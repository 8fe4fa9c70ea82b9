import assert from 'node:assert/strict';
import { probeService } from '../../src/commands/connections/probes.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const PACKAGE = 'com.example.app';
const login = { packageName: PACKAGE, credentialName: 'login' };
const email = { fieldType: 'email', value: 'ann@a.example' } as const;
const password = { fieldType: 'password', value: 'canary-password' } as const;

describe('credentials', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function createLogin(): Promise<void> {
    const { client } = sandbox;
    await client.createCredentialPackage({ body: { packageName: PACKAGE } });
    await client.createCredential({
      params: { packageName: PACKAGE },
      body: { credentialName: 'login', fields: [email] },
    });
  }

  async function refusal(
    call: Promise<unknown>,
  ): Promise<{ status?: number; code?: string; message: string }> {
    const { failure } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    const { status, code, message } = failure;
    return { status, message, ...(code === undefined ? {} : { code }) };
  }

  it('credentials in the sandbox are created below the package of an app, and listed with their values', async () => {
    const { client } = sandbox;
    await createLogin();
    const { value: packages } = await client.listCredentialPackages({});
    assert.deepEqual(packages.data.at(-1), { packageName: PACKAGE });
    const { value: one } = await client.getCredential({ params: login });
    assert.equal(one.data.secretPath, `/${PACKAGE}/login`);
    assert.deepEqual(one.data.fields, [email]);
    assert.ok(!('id' in one.data));
    const { value: inPackage } = await client.listPackageCredentials({ params: { packageName: PACKAGE } });
    assert.deepEqual(inPackage.data, [one.data]);
    const { value: all } = await client.listCredentials({ query: { pageSize: 1 } });
    assert.deepEqual(all.items, [one.data]);
    assert.equal(all.pagination.total, 2);
  });

  it('credentials in the sandbox get, change, and lose values one by one', async () => {
    const { client } = sandbox;
    await createLogin();
    const { value: added } = await client.addCredentialField({ params: login, body: password });
    assert.deepEqual(added.data.fields, [email, password]);
    const params = { ...login, fieldType: 'password' } as const;
    const { value: changed } = await client.updateCredentialField({ params, body: { value: 'other' } });
    assert.deepEqual(changed.data.fields, [email, { fieldType: 'password', value: 'other' }]);
    const { value: less } = await client.deleteCredentialField({ params });
    assert.deepEqual(less.data.fields, [email]);
    await client.deleteCredential({ params: login });
    assert.equal((await refusal(client.getCredential({ params: login }))).status, 404);
  });

  it('credentials in the sandbox are refused when they exist already or are missing', async () => {
    const { client } = sandbox;
    await createLogin();
    const again = { credentialName: 'login', fields: [email] };
    const calls: readonly [Promise<unknown>, number, string][] = [
      [client.createCredentialPackage({ body: { packageName: PACKAGE } }), 409, 'package_exists'],
      [client.createCredential({ params: { packageName: PACKAGE }, body: again }), 409, 'credential_exists'],
      [client.createCredential({ params: { packageName: 'other' }, body: again }), 404, 'package_not_found'],
      [client.listPackageCredentials({ params: { packageName: 'other' } }), 404, 'package_not_found'],
      [client.addCredentialField({ params: login, body: email }), 409, 'field_exists'],
      [client.deleteCredentialField({ params: { ...login, fieldType: 'password' } }), 404, 'field_not_found'],
    ];
    for (const [call, status, code] of calls) {
      const failure = await refusal(call);
      assert.deepEqual([failure.status, failure.code], [status, code]);
    }
  });

  it('credentials in the sandbox keep their values out of the message about a field that is given twice', async () => {
    const { client } = sandbox;
    await client.createCredentialPackage({ body: { packageName: PACKAGE } });
    const body = { credentialName: 'login', fields: [password, password] };
    const failure = await refusal(client.createCredential({ params: { packageName: PACKAGE }, body }));
    assert.equal(failure.status, 400);
    assert.ok(!JSON.stringify(failure).includes(password.value));
  });

  it('credentials in the sandbox are not read by the check of a service', async () => {
    const { client } = sandbox;
    await createLogin();
    await client.addCredentialField({ params: login, body: password });
    const probes = await probeService(client, new AbortController().signal, () => undefined);
    const called = probes.map(({ operation }) => operation).filter(name => /credential/i.test(name));
    assert.deepEqual(called, ['listCredentialPackages']);
    assert.ok(!JSON.stringify(probes).includes(password.value));
  });
});

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { operationIds, operations } from '../../../src/contract/operations.ts';
import { failureOf, type Scripted, scriptedClient } from '../../support/mockService.ts';

const SECRET = 'canary-secret-"7f3a';
const SHORT = 'canary';
const params = { packageName: 'com.example.app', credentialName: 'login' };
const field = { fieldType: 'password', value: SECRET } as const;
const body = { credentialName: 'login', fields: [field, { fieldType: 'email', value: SHORT } as const] };

/** Returns everything that the failure of a creation says, and the log line of the exchange. */
async function textOf(answer: Scripted): Promise<string> {
  const { client, exchanges } = scriptedClient([answer]);
  const error = await failureOf(
    client.createCredential({ params: { packageName: params.packageName }, body }),
  );
  return inspect([error, exchanges], { depth: 20, maxStringLength: null });
}

it('the failure of a call with secrets does not repeat the values that were sent, whatever the service says', async () => {
  const reason = `The value ${SECRET} of ${SHORT} is too weak.`;
  const refusals: readonly unknown[] = [
    { error: reason },
    { message: reason, code: SECRET, details: [{ location: 'body', message: reason }] },
    { message: `Refused: ${JSON.stringify({ value: SECRET })}` },
    { message: `${'x'.repeat(1990)}${SECRET}` },
    { title: 'Bad', detail: reason, errors: [{ location: SECRET, message: reason, value: SECRET }] },
  ];
  for (const refusal of refusals) {
    const text = await textOf({ status: 400, body: refusal });
    assert.ok(text.includes('••••••'), text);
    assert.ok(!text.includes('canary'), text);
  }
});

it('the failure of a call with secrets shows no excerpt of a reply that is not JSON or not what the contract says', async () => {
  const replies: readonly Scripted[] = [
    {
      status: 200,
      body: `{"data": {"fields": [{"value": "${SHORT}-other"`,
      headers: { 'content-type': 'application/json' },
    },
    { status: 502, body: `<p>${SECRET}</p>`, headers: { 'content-type': 'text/html' } },
    {
      status: 200,
      body: { data: { packageName: 1, fields: [{ fieldType: 'password', value: 'canary-2' }] } },
    },
  ];
  for (const reply of replies) {
    const text = await textOf(reply);
    assert.ok(!text.includes('canary'), text);
  }
});

it('the failure of a call with secrets has no words of the reply if no value was sent', async () => {
  const { client } = scriptedClient([{ status: 403, body: { message: `Not ${SECRET}.`, code: 'denied' } }]);
  const { failure } = await failureOf(client.getCredential({ params }));
  assert.ok(failure.kind === 'refused');
  assert.deepEqual(
    [failure.code, failure.message, failure.problems],
    ['denied', 'The service answered 403.', []],
  );
});

it('the failure of a call with secrets does not repeat the password of a proxy', async () => {
  const { client, exchanges } = scriptedClient([
    { status: 422, body: { detail: `No access for ${SECRET}.` } },
  ]);
  const socks5 = { host: 'proxy.example', port: 1080, password: SECRET };
  const deviceId = '00000000-0000-4000-8000-000000000001';
  const error = await failureOf(client.connectProxy({ params: { deviceId }, body: { socks5 } }));
  const text = inspect([error, exchanges], { depth: 20, maxStringLength: null });
  assert.match(text, /No access for ••••••/);
  assert.ok(!text.includes('canary'), text);
});

it('the failure of a call with secrets still tells the reason', async () => {
  const { client } = scriptedClient([{ status: 409, body: { code: 'exists', message: 'login exists' } }]);
  const { failure } = await failureOf(
    client.createCredential({ params: { packageName: params.packageName }, body }),
  );
  assert.ok(failure.kind === 'refused');
  assert.deepEqual([failure.code, failure.message], ['exists', 'login exists']);
});

it('the failure of a call with secrets is that of every operation whose bodies have credentials', () => {
  const named = operationIds.filter(id => /credential/i.test(operations[id].path));
  const open = named.filter(id => !operations[id].carriesSecrets);
  assert.equal(named.length, 10);
  assert.deepEqual(open, ['listCredentialPackages', 'createCredentialPackage']);
});

import assert from 'node:assert/strict';
import apps from '../../src/sandbox/demo/apps.json' with { type: 'json' };
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const deviceId = demoDeviceId('phone');
const android = apps.find(
  ({ platform, builds }) => platform === 'android' && builds[0]?.status === 'available',
);

describe('the apps of a device in the sandbox', () => {
  let sandbox: TestSandbox;
  let packageName: string;

  beforeEach(async () => {
    assert.ok(android);
    packageName = android.bundleId;
    sandbox = await testSandbox();
    sandbox.clock.freeze(true);
  });

  afterEach(() => sandbox.stop());

  async function installed(): Promise<boolean> {
    const { value } = await sandbox.client.listPackages({ params: { deviceId } });
    return value?.includes(packageName) ?? false;
  }

  async function front(): Promise<unknown> {
    const { value } = await sandbox.client.getUiState({ params: { deviceId } });
    return value.phone_state?.packageName;
  }

  async function refused(call: Promise<unknown>): Promise<number | undefined> {
    const { failure } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'device');
    return failure.status;
  }

  it('are installed from storage, started, stopped, and uninstalled', async () => {
    const { client } = sandbox;
    await client.installApp({ params: { deviceId }, body: { packageName } });
    assert.ok(await installed());
    const params = { deviceId, packageName };
    await client.startApp({ params, body: {} });
    assert.equal(await front(), packageName);
    await client.stopApp({ params, body: {} });
    assert.notEqual(await front(), packageName);
    await client.startApp({ params, body: {} });
    await client.uninstallApp({ params });
    assert.ok(!(await installed()));
    assert.notEqual(await front(), packageName);
  });

  it('are installed in the background on request, and list how that ended for 15 minutes', async () => {
    const { client, clock } = sandbox;
    const list = async () => (await client.listAppInstalls({ params: { deviceId } })).value.installs ?? [];
    await client.installApp({ params: { deviceId }, body: { packageName, background: true } });
    clock.advance(60_000);
    await client.installApp({ params: { deviceId }, body: { packageName: 'com.missing', background: true } });
    const [missing, done] = await list();
    assert.deepEqual([done?.appId, done?.status, done?.platform], [packageName, 'succeeded', 'android']);
    assert.deepEqual([missing?.appId, missing?.status], ['com.missing', 'failed']);
    assert.equal(missing?.errorClass, 'download_failed');
    clock.advance(14.5 * 60_000);
    assert.deepEqual(
      (await list()).map(({ appId }) => appId),
      ['com.missing'],
    );
  });

  it('open a web address or a deep link, unless it is for an app that is missing or protected', async () => {
    const { client } = sandbox;
    const open = (body: { deepLink: string; packageName?: string }): Promise<unknown> =>
      client.openDeepLink({ params: { deviceId }, body });
    await open({ deepLink: 'https://shop.example/verify?token=1' });
    assert.equal(await front(), 'org.sandbox.browser');
    await open({ deepLink: 'maps://berlin', packageName: 'org.sandbox.maps' });
    assert.equal(await front(), 'org.sandbox.maps');
    const deepLink = 'https://shop.example/';
    assert.equal(await refused(open({ deepLink, packageName: 'com.missing' })), 404);
    assert.equal(await refused(open({ deepLink, packageName: 'org.sandbox.systemui' })), 422);
  });

  it('clear their data when they are stopped', async () => {
    const { client, service } = sandbox;
    const form = { deviceId, packageName: 'org.sandbox.form' };
    await client.startApp({ params: form, body: {} });
    const phone = service.store.phones.get(deviceId)!;
    service.store.phones.put({ ...phone, state: { ...phone.state, fields: { 'form.name': 'Ada' } } });
    await client.stopApp({ params: form, body: {} });
    assert.equal(service.store.phones.get(deviceId)?.state.fields['form.name'], 'Ada');
    await client.stopApp({ params: form, body: { clearData: true } });
    assert.equal(service.store.phones.get(deviceId)?.state.fields['form.name'], undefined);
  });

  it('are refused when they are missing, protected, of another platform, or not offered', async () => {
    const { client } = sandbox;
    const params = { deviceId, packageName: 'com.missing' };
    const systemUi = { deviceId, packageName: 'org.sandbox.systemui' };
    const statuses = [
      client.installApp({ params: { deviceId }, body: { packageName: 'com.missing' } }),
      client.installApp({ params: { deviceId }, body: { bundleId: 'com.missing' } }),
      client.startApp({ params, body: {} }),
      client.stopApp({ params, body: {} }),
      client.uninstallApp({ params }),
      client.stopApp({ params: systemUi, body: {} }),
      client.uninstallApp({ params: { deviceId, packageName: 'org.sandbox.maps' } }),
    ];
    const got: (number | undefined)[] = [];
    for (const call of statuses) got.push(await refused(call));
    assert.deepEqual(got, [422, 422, 404, 404, 404, 422, 422]);
  });
});

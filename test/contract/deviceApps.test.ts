import assert from 'node:assert/strict';
import apps from '../../src/sandbox/demo/apps.json' with { type: 'json' };
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { hiddenElements, visibleElements } from '../../src/sandbox/phone/screenElements.ts';
import { readPhone } from '../../src/sandbox/records/phone.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const deviceId = demoDeviceId('phone');
const android = apps.find(
  ({ platform, builds }) => platform === 'android' && builds[0]?.status === 'available',
);

describe('deviceApps', () => {
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

  it('the apps of a device in the sandbox are installed from storage, started, stopped, and uninstalled', async () => {
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

  it('the apps of a device in the sandbox are installed in the background on request, and list how that ended for 15 minutes', async () => {
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

  it('the apps of a device in the sandbox open a web address or a deep link, unless it is for an app that is missing or protected', async () => {
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

  it('the apps of a device in the sandbox may show notifications while the permission is granted, which the settings show', async () => {
    const { client, service } = sandbox;
    const form = { deviceId, packageName: 'org.sandbox.form', permission: 'POST_NOTIFICATIONS' };
    const shown = (): unknown => {
      const { state, context } = readPhone(service, service.store.devices.get(deviceId)!);
      const elements = [...visibleElements(state, context), ...hiddenElements(state, context)];
      return elements.find(({ resourceId }) => resourceId?.endsWith('/notifications') === true)?.text;
    };
    await client.startApp({ params: { deviceId, packageName: 'org.sandbox.settings' }, body: {} });
    assert.equal(shown(), 'Notifications, No apps');
    assert.equal((await client.grantPermission({ params: form })).status, 204);
    await client.grantPermission({ params: form });
    await client.grantPermission({ params: { ...form, packageName: 'org.sandbox.maps' } });
    assert.equal(shown(), 'Notifications, Maps, Form');
    assert.equal((await client.revokePermission({ params: form })).status, 204);
    await client.revokePermission({ params: form });
    assert.equal(shown(), 'Notifications, Maps');
  });

  it('the apps of a device in the sandbox lose their permission when they are uninstalled', async () => {
    const { client, service } = sandbox;
    const params = { deviceId, packageName, permission: 'POST_NOTIFICATIONS' };
    await client.installApp({ params: { deviceId }, body: { packageName } });
    await client.grantPermission({ params });
    await client.uninstallApp({ params });
    assert.deepEqual(service.store.phones.get(deviceId)?.state.notifying, []);
  });

  it('the apps of a device in the sandbox get no permission that is unknown, and none if they are missing, protected, or on an iPhone', async () => {
    const { client } = sandbox;
    const params = { deviceId, packageName: 'org.sandbox.form', permission: 'POST_NOTIFICATIONS' };
    const statuses: (number | undefined)[] = [];
    for (const call of [
      client.grantPermission({ params: { ...params, permission: 'CAMERA' } }),
      client.grantPermission({ params: { ...params, packageName: 'com.missing' } }),
      client.revokePermission({ params: { ...params, packageName: 'org.sandbox.systemui' } }),
      client.grantPermission({ params: { ...params, deviceId: demoDeviceId('ios') } }),
      client.grantPermission({ params: { ...params, deviceId: demoDeviceId('offline') } }),
    ])
      statuses.push(await refused(call));
    assert.deepEqual(statuses, [422, 404, 422, 422, 409]);
  });

  it('the apps of a device in the sandbox keep the device in one of them until it may leave, restarts, or the app is stopped', async () => {
    const { client } = sandbox;
    const params = { deviceId };
    const form = 'org.sandbox.form';
    const enter = (): Promise<unknown> => client.enterKiosk({ params, body: { packageName: form } });
    await enter();
    for (const action of [1, 2, 3]) {
      await client.pressGlobal({ params, body: { action } });
      assert.equal(await front(), form, String(action));
    }
    assert.equal((await client.exitKiosk({ params })).status, 204);
    await client.exitKiosk({ params });
    await client.pressGlobal({ params, body: { action: 2 } });
    assert.notEqual(await front(), form);
    await enter();
    await client.stopApp({ params: { deviceId, packageName: form }, body: {} });
    assert.notEqual(await front(), form);
    await enter();
    await client.rebootDevice({ params });
    sandbox.clock.advance(60_000);
    await client.waitForDevice({ params });
    assert.notEqual(await front(), form);
    assert.equal(await refused(client.enterKiosk({ params, body: { packageName: 'com.missing' } })), 404);
    const ios = { params: { deviceId: demoDeviceId('ios') } };
    assert.equal(await refused(client.enterKiosk({ ...ios, body: { packageName: form } })), 422);
    assert.equal(await refused(client.exitKiosk(ios)), 422);
  });

  it('the apps of a device in the sandbox keep the device in the one that was named last', async () => {
    const { client } = sandbox;
    const params = { deviceId };
    await client.installApp({ params, body: { packageName } });
    for (const kiosk of ['org.sandbox.form', packageName, 'org.sandbox.maps']) {
      await client.enterKiosk({ params, body: { packageName: kiosk } });
      assert.equal(await front(), kiosk);
      await client.pressGlobal({ params, body: { action: 2 } });
      assert.equal(await front(), kiosk);
    }
  });

  it('the apps of a device in the sandbox clear their data when they are stopped', async () => {
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

  it('the apps of a device in the sandbox are refused when they are missing, protected, of another platform, or not offered', async () => {
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

import assert from 'node:assert/strict';
import type { UiNode, UiState } from '../../src/contract/records/uiState.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import { callDevice, findCenter, callRefusedDevice } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('deviceScreen', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox({ clock: new MovableClock(Date.parse('2026-11-21T09:41:00Z')) });
  });

  afterEach(() => sandbox.stop());

  async function read<T>(path: string, key = 'phone', headers: Record<string, string> = {}): Promise<T> {
    const response = await callDevice(sandbox, key, 'GET', path, undefined, headers);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json']);
    return (await response.json()) as T;
  }

  async function picture(path = '', key = 'phone', headers: Record<string, string> = {}): Promise<Buffer> {
    const response = await callDevice(sandbox, key, 'GET', `/screenshot${path}`, undefined, headers);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
    const png = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(png.subarray(0, 8), PNG_SIGNATURE);
    return png;
  }

  const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

  async function tap(x: number, y: number, key = 'phone'): Promise<void> {
    assert.equal((await callDevice(sandbox, key, 'POST', '/tap', { x, y })).status, 204);
  }

  function nodesOf(node: UiNode | null | undefined): UiNode[] {
    return node ? [node, ...(node.children ?? []).flatMap(nodesOf)] : [];
  }

  it('the screens of devices in the sandbox are images in the size of the display', async () => {
    const sizes: Record<string, number[]> = { phone: [1080, 2400], tablet: [1600, 2560], ios: [1179, 2556] };
    for (const [key, size] of Object.entries(sizes)) assert.deepEqual(sizeOf(await picture('', key)), size);
    const second = await picture('', 'foldable', { 'x-device-display-id': '1' });
    assert.deepEqual(sizeOf(second), [1920, 1080]);
    const { value } = await sandbox.client.takeScreenshot({ params: { deviceId: demoDeviceId('phone') } });
    assert.deepEqual(Buffer.from(value), await picture());
  });

  it('the screens of devices in the sandbox show what was done, with the last gesture unless the overlay is hidden', async () => {
    const untouched = await picture();
    await tap(540, 60);
    const [touched, hidden] = [await picture(), await picture('?hideOverlay=true')];
    assert.ok(!touched.equals(untouched));
    assert.ok(hidden.equals(untouched));
    assert.ok((await picture('?hideOverlay=false')).equals(touched));

    assert.deepEqual(await read('/overlay'), { visible: true });
    const response = await callDevice(sandbox, 'phone', 'POST', '/overlay', { visible: false });
    assert.equal(response.status, 204);
    assert.deepEqual(await read('/overlay'), { visible: false });
    assert.ok((await picture()).equals(untouched));
    const wrong = await callRefusedDevice(sandbox, 'phone', 'POST', '/overlay', { visible: 'yes' });
    assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.location], [400, 'body.visible']);
  });

  it('the screens of devices in the sandbox are refused with 500 in the API envelope while they are off', async () => {
    const { store } = sandbox.service;
    for (const state of ['stopped', 'rebooting', 'disconnected']) {
      store.devices.put({ ...store.devices.get(demoDeviceId('phone'))!, state });
      const response = await callDevice(sandbox, 'phone', 'GET', '/screenshot');
      const body = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([response.status, body['code']], [500, 'screen_off']);
      assert.equal(body['traceId'], response.headers.get('x-trace-id'));
    }
  });

  it('the screens of devices in the sandbox are refused in the same way after the power key, until it is pressed again', async () => {
    const press = (key: number): Promise<Response> =>
      callDevice(sandbox, 'phone', 'PUT', '/keyboard', { key });
    assert.equal((await press(26)).status, 204);
    const response = await callDevice(sandbox, 'phone', 'GET', '/screenshot');
    const body = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([response.status, body['code']], [500, 'screen_off']);
    assert.deepEqual(
      nodesOf((await read<UiState>('/ui-state')).a11y_tree).map(node => node.text),
      [''],
    );
    const { code } = await callRefusedDevice(sandbox, 'phone', 'POST', '/keyboard', { text: 'a' });
    assert.equal(code, 'ime_not_active');
    for (const key of [26, 26, 224]) await press(key);
    assert.equal((await callDevice(sandbox, 'phone', 'GET', '/screenshot')).status, 200);
  });

  it('the screens of devices in the sandbox are returned as elements in pixels, on request only the interactive ones', async () => {
    const all = await read<UiState>('/ui-state');
    assert.deepEqual({ ...all.device_context?.screen_bounds }, { width: 1080, height: 2400 });
    assert.equal(all.phone_state?.packageName, 'org.sandbox.launcher');
    const nodes = nodesOf(all.a11y_tree);
    const maps = nodes.find(node => node.text === 'Maps');
    assert.ok(maps?.isClickable && maps.boundsInScreen);
    const touchable = nodesOf((await read<UiState>('/ui-state?filter=true')).a11y_tree);
    assert.ok(touchable.length > 0 && touchable.length < nodes.length);

    const { left, right, top, bottom } = maps.boundsInScreen;
    await tap(Math.floor((left + right) / 2), Math.floor((top + bottom) / 2));
    assert.equal((await read<UiState>('/ui-state')).phone_state?.packageName, 'org.sandbox.maps');
    const second = await read<UiState>('/ui-state', 'foldable', { 'x-device-display-id': '1' });
    assert.deepEqual({ ...second.device_context?.screen_bounds }, { width: 1920, height: 1080 });
  });

  it('the screens of devices in the sandbox never reveal a password', async () => {
    const form = findCenter(sandbox.service, { by: 'text', text: 'Form' });
    await tap(form.x, form.y);
    const field = findCenter(sandbox.service, { by: 'description', description: 'Password' });
    await tap(field.x, field.y);
    await callDevice(sandbox, 'phone', 'POST', '/keyboard', { text: 'hunter2' });
    const state = await read<UiState>('/ui-state');
    assert.ok(!JSON.stringify(state).includes('hunter2'));
    assert.ok(nodesOf(state.a11y_tree).some(node => node.isPassword === true && node.isFocused === true));
  });

  it('the screens of devices in the sandbox require accessibility to be returned as elements', async () => {
    const { status, code } = await callRefusedDevice(sandbox, 'ios', 'GET', '/ui-state');
    assert.deepEqual([status, code], [422, 'unsupported_feature']);
  });

  it('the screens of devices in the sandbox show the time of the country', async () => {
    const times: Record<string, string> = {
      phone: '2026-11-21T10:41:00+01:00',
      foldable: '2026-11-21T04:41:00-05:00',
      ios: '2026-11-21T18:41:00+09:00',
    };
    for (const [key, time] of Object.entries(times)) {
      const response = await callDevice(sandbox, key, 'GET', '/time');
      assert.deepEqual([response.status, await response.text()], [200, time]);
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    }
    const { store } = sandbox.service;
    const india = { ...store.devices.get(demoDeviceId('offline'))!, state: 'ready' };
    store.devices.put(india);
    const response = await callDevice(sandbox, 'offline', 'GET', '/time');
    assert.equal(await response.text(), '2026-11-21T15:11:00+05:30');
  });

  it('the screens of devices in the sandbox list the user apps, and on request system and protected apps', async () => {
    const own = ['messages', 'maps', 'browser', 'form'].map(name => `org.sandbox.${name}`);
    const system = ['org.sandbox.settings'];
    const always = ['launcher', 'keyboard', 'systemui'].map(name => `org.sandbox.${name}`);
    assert.deepEqual(await read('/packages'), own);
    assert.deepEqual(await read('/packages?includeSystemPackages=true'), [...own, ...system]);
    assert.deepEqual(await read('/packages?includeProtectedPackages=true'), [...own, ...always]);
    const apps = await read<{ packageName: string; isSystemApp: boolean; label: string }[]>(
      '/apps?includeSystemApps=true&includeProtectedApps=true',
    );
    assert.deepEqual(
      apps.map(app => app.packageName),
      [...own, ...system, ...always],
    );
    assert.deepEqual(
      apps.filter(app => app.isSystemApp).map(app => app.packageName),
      [...system, ...always],
    );
    assert.equal(apps[0]!.label, 'Messages');
    const wrong = await callRefusedDevice(sandbox, 'phone', 'GET', '/apps?includeSystemApps=perhaps');
    assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.location], [400, 'query.includeSystemApps']);
  });

  it('the screens of devices in the sandbox are refused by devices that are not awake and for displays that do not exist', async () => {
    for (const path of ['/ui-state', '/time', '/overlay', '/apps', '/packages', '/location']) {
      const asleep = await callRefusedDevice(sandbox, 'offline', 'GET', path);
      assert.deepEqual([asleep.status, asleep.code], [409, 'device_state'], path);
      const header = { 'x-device-display-id': '1' };
      const missing = await callRefusedDevice(sandbox, 'phone', 'GET', path, undefined, header);
      assert.deepEqual([missing.status, missing.code], [422, 'unknown_display'], path);
    }
    const missing = await callRefusedDevice(sandbox, 'phone', 'GET', '/screenshot', undefined, {
      'x-device-display-id': '7',
    });
    assert.deepEqual([missing.status, missing.code], [422, 'unknown_display']);
  });
});

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { demoCatalog } from '../../../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../../../src/sandbox/demo/devices.ts';
import { MovableClock } from '../../../../../src/sandbox/runtime/movableClock.ts';
import type { Service } from '../../../../../src/sandbox/runtime/service.ts';
import { stableId } from '../../../../../src/sandbox/records/stableId.ts';
import type { StoredPhone } from '../../../../../src/sandbox/store/stored.ts';
import { callDevice, readScreenTexts } from '../../../../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../../../../support/sandbox.ts';
import { runStep, runFailingStep } from '../../../../support/stepCalls.ts';

const SHOP = stableId('app:com.example.shop');

describe('sandbox/features/devices/stateSteps', () => {
  let sandbox: TestSandbox;
  let service: Service;
  let clock: MovableClock;

  beforeEach(async () => {
    clock = new MovableClock(Date.parse('2026-11-21T09:41:00Z'));
    sandbox = await testSandbox({ clock });
    ({ service } = sandbox);
  });

  afterEach(() => sandbox.stop());

  const phoneOf = (key = 'phone'): StoredPhone | undefined => service.store.phones.get(demoDeviceId(key));

  it('steps that change a device set and reset the position', async () => {
    const here = { latitude: 52.52, longitude: 13.405 };
    assert.deepEqual(await runStep(service, 'device.setLocation', { ...here, accuracyMeters: 5 }), here);
    assert.deepEqual(phoneOf()?.position, here);
    assert.deepEqual(await runStep(service, 'device.resetLocation', {}), {});
    assert.equal(phoneOf()?.position, null);
  });

  it('steps that change a device follow a route at its speed, point by point', async () => {
    const route = [
      [13.3777, 52.5163],
      [13.4094, 52.5208, 30],
    ];
    const following = runStep(service, 'device.followRoute', { route, speedKmh: 36 });
    await turn();
    clock.advance(0);
    await turn();
    assert.deepEqual(phoneOf()?.position, { latitude: 52.5163, longitude: 13.3777 });
    clock.advance(220_000);
    await turn();
    assert.deepEqual(phoneOf()?.position, { latitude: 52.5163, longitude: 13.3777 });
    clock.advance(1000);
    await turn();
    assert.deepEqual(phoneOf()?.position, { latitude: 52.5208, longitude: 13.4094 });
    clock.advance(30_000);
    const { points, distanceMeters } = await following;
    assert.equal(points, 2);
    assert.ok(Math.abs(Number(distanceMeters) - 2205) < 10, String(distanceMeters));
  });

  it('steps that change a device repeat a route on request', async () => {
    const quick = await testSandbox({ timeScale: 0 });
    const route = [
      [13, 52],
      [13, 52.1],
    ];
    const output = await runStep(quick.service, 'device.followRoute', { route, repeat: true });
    await quick.stop();
    assert.equal(output['points'], 4);
    assert.ok(Math.abs(Number(output['distanceMeters']) - 3 * 11_120) < 20);
  });

  it('steps that change a device launch an installed app, with cleared data on request', async () => {
    const launch = (app: string, more: object = {}): Promise<unknown> =>
      runStep(service, 'device.launchApp', { platform: 'android', app, ...more });
    assert.deepEqual(await launch('org.sandbox.form'), { app: 'org.sandbox.form' });
    const name = { by: 'description', description: 'Name' };
    await runStep(service, 'device.tap', { target: name });
    await runStep(service, 'device.pressKey', { key: 36 });
    await launch('org.sandbox.maps');
    await launch('org.sandbox.form');
    assert.equal(phoneOf()?.state.fields['form.name'], 'h');
    await launch('org.sandbox.form', { clearData: true });
    assert.deepEqual([phoneOf()?.state.fields, phoneOf()?.state.focus], [{}, null]);
    const iphone = { platform: 'ios', app: 'org.sandbox.maps' };
    const opened = await runStep(service, 'device.launchApp', iphone, { key: 'ios' });
    assert.deepEqual(opened, { app: 'org.sandbox.maps' });
  });

  it('steps that change a device fail to launch an app that is not installed', async () => {
    const fail = async (params: object, key = 'phone'): Promise<string> =>
      (await runFailingStep(service, 'device.launchApp', params, { key }))[0];
    assert.equal(await fail({ platform: 'android', app: 'com.example.shop' }), 'client_error');
    assert.equal(await fail({ platform: 'ios', app: 'org.sandbox.maps' }), 'client_error');
    assert.equal(await fail({ platform: 'android', app: 'org.sandbox.maps' }, 'ios'), 'client_error');
  });

  it('steps that change a device install the newest available version, which has an icon and starts', async () => {
    const output = await runStep(service, 'device.installApp', { appId: SHOP });
    assert.deepEqual(output, { bundleId: 'com.example.shop', versionName: '4.2.0' });
    assert.ok(readScreenTexts(service).includes('Corner Shop'));
    const older = { appId: SHOP.toUpperCase(), versionCode: 98 };
    assert.equal((await runStep(service, 'device.installApp', older))['versionName'], '4.1.7');
    const response = await callDevice(sandbox, 'phone', 'GET', '/apps');
    const apps = (await response.json()) as { packageName: string }[];
    assert.deepEqual(
      apps.filter(app => app.packageName === 'com.example.shop'),
      [
        {
          packageName: 'com.example.shop',
          label: 'Corner Shop',
          versionName: '4.1.7',
          versionCode: 98,
          isSystemApp: false,
        },
      ],
    );
    const launch = { platform: 'android', app: 'com.example.shop' };
    assert.deepEqual(await runStep(service, 'device.launchApp', launch), { app: 'com.example.shop' });
    assert.ok(readScreenTexts(service).includes('com.example.shop'));
  });

  it('steps that change a device fail to install an app that is unknown, queued, failed, or for another platform', async () => {
    for (const params of [
      { appId: demoDeviceId('phone') },
      { appId: SHOP, versionCode: 100 },
      { appId: SHOP, versionCode: 5 },
      { appId: stableId('app:com.example.broken') },
      { appId: stableId('app:com.example.notes') },
    ]) {
      const [code] = await runFailingStep(service, 'device.installApp', params);
      assert.equal(code, 'client_error', JSON.stringify(params));
    }
    assert.equal(phoneOf(), undefined);
  });

  it('steps that change a device open URLs and deep links', async () => {
    const open = (url: string): Promise<unknown> => runStep(service, 'device.openUrl', { url });
    assert.deepEqual(await open('https://example.com/offer'), { app: 'org.sandbox.browser' });
    assert.ok(readScreenTexts(service).some(text => text.includes('example.com/offer')));
    assert.deepEqual(await open('maps://berlin'), { app: 'org.sandbox.maps' });
  });

  it('steps that change a device reboot and wait until the device is ready', async () => {
    await runStep(service, 'device.launchApp', { platform: 'android', app: 'org.sandbox.maps' });
    const rebooting = runStep(service, 'device.reboot', {});
    assert.equal(service.store.devices.get(demoDeviceId('phone'))?.state, 'rebooting');
    assert.equal((await runFailingStep(service, 'device.tap', { target: { x: 1, y: 1 } }))[0], 'transient');
    clock.advance(3000);
    assert.deepEqual(await rebooting, { waitedMs: 3000 });
    assert.equal(phoneOf()?.state.place, 'home');
  });

  it('steps that change a device transfer text and files of the run to the device', async () => {
    const text = {
      filename: 'list.csv',
      content: { kind: 'text', text: 'ä,b\n' },
      labels: { 'x-day': 'one' },
    };
    const output = await runStep(service, 'files.upload', text);
    assert.deepEqual(output, { path: '/sdcard/Download/list.csv', sizeBytes: 5 });
    await runStep(service, 'files.upload', { ...text, labels: {} });
    const { fileId } = await runStep(service, 'device.screenshot', {});
    const file = { filename: 'a.png', folder: '/sdcard/Pictures/', content: { kind: 'file', fileId } };
    const { sizeBytes } = service.store.runFiles.get(String(fileId))!;
    assert.deepEqual(await runStep(service, 'files.upload', file), {
      path: '/sdcard/Pictures/a.png',
      sizeBytes,
    });
    const files = service.store.phoneFiles.all({ deviceId: demoDeviceId('phone') });
    assert.deepEqual(
      files.map(({ path, sizeBytes, labels }) => ({ path, sizeBytes, labels })),
      [
        { path: '/sdcard/Download/list.csv', sizeBytes: 5, labels: {} },
        { path: '/sdcard/Pictures/a.png', sizeBytes, labels: {} },
      ],
    );
    assert.equal(Buffer.from(files[0]?.base64 ?? '', 'base64').toString(), 'ä,b\n');
  });

  it('steps that change a device fail to transfer a file if the device does not support files or the run does not have it', async () => {
    const text = { filename: 'a', content: { kind: 'text', text: '' } };
    assert.equal((await runFailingStep(service, 'files.upload', text, { key: 'ios' }))[0], 'client_error');
    const file = { filename: 'a', content: { kind: 'file', fileId: 'file_none' } };
    assert.equal((await runFailingStep(service, 'files.upload', file))[0], 'client_error');
  });

  it('steps that change a device require geo to change the location', async () => {
    for (const [method, params] of [
      ['device.setLocation', { latitude: 1, longitude: 1 }],
      ['device.resetLocation', {}],
      [
        'device.followRoute',
        {
          route: [
            [1, 1],
            [2, 2],
          ],
        },
      ],
    ] as const) {
      const failing = runFailingStep(service, method, params, { key: 'no-geo' });
      clock.advance(0);
      assert.equal((await failing)[0], 'client_error', method);
    }
  });

  const calls: Readonly<Record<string, object>> = {
    'device.tap': { target: { x: 1, y: 1 } },
    'device.longPress': { x: 1, y: 1 },
    'device.swipe': { gesture: { direction: 'up' } },
    'device.typeText': { text: 'a' },
    'device.clearText': {},
    'device.hideKeyboard': {},
    'device.scrollTo': { element: { by: 'text', text: 'Maps' } },
    'device.pressKey': { key: 'tab' },
    'device.globalAction': { button: 'home' },
    'device.screenshot': {},
    'device.waitForElement': { element: { by: 'text', text: 'Maps' } },
    'device.readElement': { element: { by: 'text', text: 'Maps' } },
    'device.assertText': { contains: 'Maps' },
    'device.checkElement': { element: { by: 'text', text: 'Maps' } },
    'device.setLocation': { latitude: 1, longitude: 1 },
    'device.followRoute': {
      route: [
        [1, 1],
        [2, 2],
      ],
    },
    'device.resetLocation': {},
    'device.launchApp': { platform: 'android', app: 'org.sandbox.maps' },
    'device.installApp': { appId: SHOP },
    'device.openUrl': { url: 'https://example.com' },
    'device.setPermission': { app: 'org.sandbox.form' },
    'device.setLanguage': { locale: 'de' },
    'device.setTimeZone': { timezone: 'UTC' },
    'device.setClipboard': { content: 'a' },
    'device.readClipboard': {},
    'files.download': { path: '/sdcard/a' },
    'device.reboot': {},
    'files.upload': { filename: 'a', content: { kind: 'text', text: '' } },
  };

  it('steps that change a device exist for each method of the catalog that uses a device', () => {
    const methods = demoCatalog.map(({ method }) => method);
    const wanted = methods.filter(method => /^(device|files)\./.test(method));
    assert.deepEqual(Object.keys(calls).toSorted(), wanted.toSorted());
    for (const method of wanted) assert.ok(service.steps[method], method);
  });

  for (const [method, params] of Object.entries(calls)) {
    it(`the step ${method} fails without a device, on one that does not exist, and on an unavailable one`, async () => {
      const code = async (key: string | null): Promise<string> => {
        const failing = runFailingStep(service, method, params, { key });
        clock.advance(0);
        return (await failing)[0];
      };
      assert.equal(await code(null), 'invalid_config');
      assert.equal(await code('no such device'), 'device_not_found');
      assert.equal(await code('offline'), 'transient');
    });
  }

  for (const [method, params] of Object.entries(calls)) {
    if (
      !['device.tap', 'device.longPress', 'device.swipe', 'device.clearText', 'device.screenshot'].includes(
        method,
      )
    )
      continue;
    it(`the step ${method} fails for a display that does not exist`, async () => {
      const [code, message] = await runFailingStep(service, method, { ...params, display: 1 });
      assert.equal(code, 'client_error');
      assert.match(message, /no display 1/);
    });
  }
});

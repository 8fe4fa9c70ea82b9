import assert from 'node:assert/strict';
import { Limits } from '../../src/contract/limits.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callRefusedDevice } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const deviceId = demoDeviceId('phone');
const params = { deviceId };

describe('deviceBrowser', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function run(script: string): Promise<unknown> {
    return (await sandbox.client.runBrowserScript({ params, body: { script } })).value.result;
  }

  async function refused(script: string, key = 'phone'): Promise<unknown[]> {
    const { status, code } = await callRefusedDevice(sandbox, key, 'POST', '/browser/execute-script', {
      script,
    });
    return [status, code];
  }

  it('the data about devices and their browser in the sandbox includes the properties of the page in front', async () => {
    const { client } = sandbox;
    await client.openDeepLink({ params, body: { deepLink: 'https://shop.example/cart?id=1' } });
    assert.equal(await run('document.title'), 'shop.example');
    assert.equal(await run(' location.href '), 'https://shop.example/cart?id=1');
    assert.equal(await run('document.location.pathname'), '/cart');
    assert.equal(await run('window.innerWidth'), 411);
    await client.setLanguage({ params, body: { locale: 'de-DE' } });
    assert.equal(await run('navigator.language'), 'de-DE');
    await client.startApp({ params: { deviceId, packageName: 'org.sandbox.browser' }, body: {} });
    await client.pressGlobal({ params, body: { action: 1 } });
    await client.startApp({ params: { deviceId, packageName: 'org.sandbox.browser' }, body: {} });
    assert.equal(await run('document.title'), 'The Daily Sandbox');
  });

  it('the data about devices and their browser in the sandbox includes JSON, with text for numbers that JSON lacks, and null for undefined', async () => {
    await sandbox.client.openDeepLink({ params, body: { deepLink: 'https://shop.example/' } });
    assert.deepEqual(await run('{"a": [1, true, null]}'), { a: [1, true, null] });
    assert.equal(await run('undefined'), null);
    assert.equal(await run('document.missing'), null);
    for (const text of ['NaN', 'Infinity', '-Infinity', '-0']) assert.equal(await run(text), text);
  });

  it('a query of the browser in the sandbox runs no code', async () => {
    assert.deepEqual(await refused('document.title'), [422, 'no_browser_tab']);
    await sandbox.client.openDeepLink({ params, body: { deepLink: 'https://shop.example/' } });
    for (const script of ['process.exit()', '(() => 1)()', '1 + 1', 'document["title"]', 'return 1'])
      assert.deepEqual(await refused(script), [422, 'script_not_supported'], script);
    for (const script of ['constructor', 'document.constructor', 'toString', 'document.body.valueOf'])
      assert.equal(await run(script), null, script);
    assert.deepEqual(await refused('document.missing.name'), [422, 'script_failed']);
    assert.deepEqual(await refused('x'.repeat(Limits.script + 1)), [400, 'invalid_request']);
    assert.deepEqual(await refused('document.title', 'offline'), [409, 'device_state']);
  });

  it('the data about devices and their browser in the sandbox includes a fingerprint, the same every time, unless the device lacks it', async () => {
    const { client } = sandbox;
    const { value } = await client.getFingerprint({ params });
    assert.equal(value.model?.model, 'Sandbox Phone');
    assert.deepEqual(value.display, { width: 1080, height: 2400, densityDpi: 420 });
    assert.match(String(value.identifiers?.['imei']), /^001010\d{9}$/);
    assert.match(String(value.identifiers?.['wifiMac']), /^02(:[0-9a-f]{2}){5}$/);
    assert.equal(value.carrier?.['country'], 'DE');
    assert.deepEqual((await client.getFingerprint({ params })).value, value);
    const other = await client.getFingerprint({ params: { deviceId: demoDeviceId('foldable') } });
    assert.notEqual(other.value.identifiers?.['imei'], value.identifiers?.['imei']);
    const { status, code } = await callRefusedDevice(sandbox, 'ios', 'GET', '/fingerprint');
    assert.deepEqual([status, code], [422, 'unsupported_feature']);
  });
});

import assert from 'node:assert/strict';
import { Limits } from '../../src/contract/limits.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callDevice, callRefusedDevice, readScreenTexts } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const deviceId = demoDeviceId('phone');
const params = { deviceId };
const settings = { deviceId, packageName: 'org.sandbox.settings' };

describe('deviceSettings', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  /** Makes a device lack a capability. */
  function withhold(capability: string): void {
    const { devices } = sandbox.service.store;
    const device = devices.get(deviceId)!;
    const capabilities = { ...device.sandbox.capabilities, [capability]: false };
    devices.put({ ...device, sandbox: { ...device.sandbox, capabilities } });
  }

  async function refused(method: string, path: string, body?: unknown): Promise<unknown[]> {
    const { status, code } = await callRefusedDevice(sandbox, 'phone', method, path, body);
    return [status, code];
  }

  function texts(): string {
    return readScreenTexts(sandbox.service).join('\n');
  }

  it('the settings of devices in the sandbox have a language, which the phone shows, and which survives a reboot but no reset', async () => {
    const { client } = sandbox;
    assert.equal((await client.getLanguage({ params })).value.locale, 'en-GB');
    await client.startApp({ params: settings, body: {} });
    assert.match(texts(), /Airplane mode/);
    const { status } = await client.setLanguage({ params, body: { locale: 'de-de' } });
    assert.equal(status, 204);
    assert.equal((await client.getLanguage({ params })).value.locale, 'de-DE');
    assert.match(texts(), /Einstellungen(.|\n)*Flugmodus/);
    await client.rebootDevice({ params });
    sandbox.clock.advance(60_000);
    await client.waitForDevice({ params });
    assert.equal((await client.getLanguage({ params })).value.locale, 'de-DE');
    await client.resetDevice({ params });
    sandbox.clock.advance(60_000);
    await client.waitForDevice({ params });
    assert.equal((await client.getLanguage({ params })).value.locale, 'en-GB');
  });

  it('the settings of devices in the sandbox write dates in a language without translations, too', async () => {
    const { client, clock } = sandbox;
    clock.freeze(true);
    clock.advance(Date.parse('2026-03-14T10:00:00Z') - clock.now());
    assert.match(texts(), /Saturday 14 March/);
    await client.setLanguage({ params, body: { locale: 'fr' } });
    assert.match(texts(), /samedi 14 mars/);
  });

  it('the settings of devices in the sandbox close all apps with a language that restarts', async () => {
    const { client } = sandbox;
    await client.startApp({ params: settings, body: {} });
    await client.setLanguage({ params, body: { locale: 'pt-BR', restart: true } });
    assert.doesNotMatch(texts(), /Modo avião/);
    await client.startApp({ params: settings, body: {} });
    assert.match(texts(), /Modo avião/);
  });

  it('the settings of devices in the sandbox have a time zone, which sets the clock', async () => {
    const { client, clock } = sandbox;
    clock.freeze(true);
    clock.advance(Date.parse('2026-03-14T10:00:00Z') - clock.now());
    assert.equal((await client.getTimezone({ params })).value.timezone, 'Europe/Berlin');
    assert.match(texts(), /^11:00$/m);
    const { status } = await client.setTimezone({ params, body: { timezone: 'Asia/Tokyo' } });
    assert.equal(status, 204);
    assert.equal((await client.getTimezone({ params })).value.timezone, 'Asia/Tokyo');
    assert.equal((await client.getDeviceTime({ params })).value, '2026-03-14T19:00:00+09:00');
    assert.match(texts(), /^19:00$/m);
    assert.deepEqual(await refused('POST', '/timezone', { timezone: 'Mars/Olympus' }), [
      422,
      'invalid_timezone',
    ]);
    assert.equal((await client.getTimezone({ params })).value.timezone, 'Asia/Tokyo');
  });

  it('the settings of devices in the sandbox have a clipboard that a field takes, and an empty text clears it', async () => {
    const { client } = sandbox;
    assert.equal((await client.getClipboard({ params })).value.text, '');
    const { status } = await client.setClipboard({ params, body: { text: 'Grüße 👋' } });
    assert.equal(status, 204);
    assert.equal((await client.getClipboard({ params })).value.text, 'Grüße 👋');
    assert.equal(sandbox.service.store.phones.get(deviceId)?.state.clipboard, 'Grüße 👋');
    await client.setClipboard({ params, body: { text: '' } });
    assert.equal((await client.getClipboard({ params })).value.text, '');
    const long = 'x'.repeat(Limits.clipboard + 1);
    assert.deepEqual(await refused('POST', '/clipboard', { text: long }), [400, 'invalid_request']);
  });

  it('the settings of devices in the sandbox are refused by a device that lacks the capability, is unknown, off, or lacks the display', async () => {
    const bodies = { language: { locale: 'de' }, timezone: { timezone: 'UTC' }, clipboard: { text: '' } };
    withhold('language');
    withhold('time');
    withhold('clipboard');
    for (const [path, body] of Object.entries(bodies)) {
      assert.deepEqual(await refused('GET', `/${path}`), [422, 'unsupported_feature'], path);
      assert.deepEqual(await refused('POST', `/${path}`, body), [422, 'unsupported_feature'], path);
      const off = await callRefusedDevice(sandbox, 'offline', 'POST', `/${path}`, body);
      assert.deepEqual([off.status, off.code], [409, 'device_state'], path);
      const missing = await callRefusedDevice(sandbox, 'none', 'GET', `/${path}`);
      assert.deepEqual([missing.status, missing.code], [404, 'device_not_found'], path);
      const display = { 'x-device-display-id': '7' };
      const other = await callRefusedDevice(sandbox, 'tablet', 'POST', `/${path}`, body, display);
      assert.deepEqual([other.status, other.code], [422, 'unknown_display'], path);
    }
  });

  it('the settings of devices in the sandbox are offered by a device that was stored before the capability existed', async () => {
    const { devices } = sandbox.service.store;
    const device = devices.get(deviceId)!;
    devices.put({ ...device, sandbox: { ...device.sandbox, capabilities: {} } });
    assert.equal((await callDevice(sandbox, 'phone', 'GET', '/clipboard')).status, 200);
  });
});

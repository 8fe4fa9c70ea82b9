import assert from 'node:assert/strict';
import type { Input } from '../../src/contract/operations.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callRefusedDevice } from '../support/deviceCalls.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

type Spec = Input<'createProfile'>['body']['spec'];

const MISSING = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const params = { deviceId: demoDeviceId('phone') };
const LISBON: Spec = {
  name: 'Not renamed',
  androidVersion: 15,
  locale: 'pt-PT',
  timezone: 'Europe/Lisbon',
  location: { latitude: 38.722, longitude: -9.139 },
  proxy: { name: 'Office', smartIp: true, socks5: { host: 'proxy.example', port: 1080, password: 'secret' } },
  identifiers: { imei: '001010123456789' },
  carrier: { GsmOperatorAlpha: 'Test' },
};

describe('profiles', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function create(name: string, spec: Spec): Promise<string> {
    return (await sandbox.client.createProfile({ body: { name, spec } })).value.id;
  }

  it('the profiles of the sandbox are created, read, replaced, and deleted, and keep unknown fields', async () => {
    const { client, clock } = sandbox;
    const spec = { ...LISBON, ofNextYear: { a: 1 } };
    const { value } = await client.createProfile({ body: { name: 'Lisbon', spec } });
    assert.deepEqual(value.spec, spec);
    const profile = { profileId: value.id };
    assert.deepEqual((await client.getProfile({ params: profile })).value, value);
    clock.advance(1000);
    const body = { name: 'Porto', spec: { locale: 'pt-PT' } };
    const { value: replaced } = await client.replaceProfile({ params: profile, body });
    assert.deepEqual(
      [replaced.name, replaced.spec, replaced.createdAt],
      ['Porto', body.spec, value.createdAt],
    );
    assert.notEqual(replaced.updatedAt, value.updatedAt);
    assert.match((await client.deleteProfile({ params: profile })).value.message ?? '', /Porto/);
    const failure = await failureOf(client.getProfile({ params: profile }));
    assert.equal(failure.status, 404);
  });

  it('the profiles of the sandbox are listed by name, in pages and in each order', async () => {
    const { client, clock } = sandbox;
    const names = async (query: NonNullable<Input<'listProfiles'>['query']>): Promise<string[]> =>
      ((await client.listProfiles({ query })).value.items ?? []).map(({ name }) => name);
    assert.deepEqual(await names({ orderBy: 'name', orderByDirection: 'asc' }), ['Lisbon', 'Tokyo']);
    clock.advance(1000);
    const madrid = await create('Madrid', {});
    clock.advance(1000);
    await create('Manila', {});
    clock.advance(1000);
    await client.replaceProfile({ params: { profileId: madrid }, body: { name: 'Madrid', spec: {} } });
    assert.deepEqual(await names({ name: 'MA' }), ['Manila', 'Madrid']);
    assert.deepEqual(await names({ name: 'ma', orderBy: 'updated_at' }), ['Madrid', 'Manila']);
    assert.deepEqual(await names({ name: 'ma', orderBy: 'created_at', orderByDirection: 'asc' }), [
      'Madrid',
      'Manila',
    ]);
    assert.deepEqual(await names({ orderBy: 'name', page: 2, pageSize: 1 }), ['Manila']);
  });

  it('the profiles of the sandbox set the language, the time zone, the position, the proxy, and the identity of a device', async () => {
    const { client } = sandbox;
    const { name } = (await client.getDevice({ params })).value;
    const profileId = await create('Lisbon', LISBON);
    const { status } = await client.applyProfile({ params, body: { profileId } });
    assert.equal(status, 204);
    assert.equal((await client.getLanguage({ params })).value.locale, 'pt-PT');
    assert.equal((await client.getTimezone({ params })).value.timezone, 'Europe/Lisbon');
    assert.deepEqual((await client.getLocation({ params })).value, LISBON.location);
    assert.deepEqual((await client.getProxy({ params })).value, {
      ...{ connected: true, name: 'Office', protocol: 'socks5' },
    });
    const { identifiers, carrier } = (await client.getFingerprint({ params })).value;
    assert.equal(identifiers?.['imei'], '001010123456789');
    assert.match(String(identifiers['wifiMac']), /^02:/);
    assert.deepEqual(carrier, LISBON.carrier);
    assert.equal((await client.getDevice({ params })).value.name, name);
    await client.resetDevice({ params });
    sandbox.clock.advance(60_000);
    await client.waitForDevice({ params });
    assert.notEqual((await client.getFingerprint({ params })).value.identifiers?.['imei'], '001010123456789');
  });

  it('the profiles of the sandbox change nothing of a device that lacks the capability for a part', async () => {
    const { client } = sandbox;
    const deviceId = demoDeviceId('no-geo');
    const profileId = await create('Lisbon', { locale: 'pt-PT', location: { latitude: 1, longitude: 2 } });
    const before = (await client.getLanguage({ params: { deviceId } })).value.locale;
    const failure = await failureOf(client.applyProfile({ params: { deviceId }, body: { profileId } }));
    assert.equal(failure.status, 422);
    assert.equal((await client.getLanguage({ params: { deviceId } })).value.locale, before);
    await client.applyProfile({ params: { deviceId }, body: { profileId: await create('Empty', {}) } });
  });

  it('the profiles of the sandbox are refused for a missing profile, a device that is off, and an unknown time zone', async () => {
    const apply = async (device: 'phone' | 'offline' | 'none', profileId: string): Promise<unknown[]> => {
      const { status, code } = await callRefusedDevice(sandbox, device, 'PUT', '/profile', { profileId });
      return [status, code];
    };
    const profileId = await create('Lisbon', LISBON);
    assert.deepEqual(await apply('phone', MISSING), [404, 'profile_not_found']);
    assert.deepEqual(await apply('offline', profileId), [409, 'device_state']);
    assert.deepEqual(await apply('none', profileId), [404, 'device_not_found']);
    const failure = await failureOf(create('Mars', { timezone: 'Mars/Olympus' }));
    assert.equal(failure.status, 422);
    assert.doesNotMatch(failure.message, /Olympus/);
  });
});

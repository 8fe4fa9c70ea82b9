import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callDevice, callRefusedDevice, readScreenTexts } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const BERLIN = { latitude: 52.5163, longitude: 13.3777 };
const PARIS = { latitude: 48.8566, longitude: 2.3522 };

describe('deviceLocation', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function positionOf(key = 'phone'): Promise<unknown> {
    const response = await callDevice(sandbox, key, 'GET', '/location');
    assert.equal(response.status, 200);
    return response.json();
  }

  async function proxyOf(): Promise<unknown> {
    const response = await proxy('GET');
    assert.equal(response.status, 200);
    return response.json();
  }

  async function move(position: object, key = 'phone'): Promise<void> {
    const response = await callDevice(sandbox, key, 'POST', '/location', position);
    assert.deepEqual([response.status, await response.text()], [204, '']);
  }

  function proxy(method: string, body?: unknown, key = 'phone'): Promise<Response> {
    return callDevice(sandbox, key, method, '/proxy', body);
  }

  async function proxyRefused(method: string, body: unknown, key: string): Promise<unknown[]> {
    const response = await proxy(method, body, key);
    return [response.status, ((await response.json()) as { type: string }).type];
  }

  it('the position of devices in the sandbox is in the country until it is set, and again after a reset', async () => {
    assert.deepEqual(await positionOf(), BERLIN);
    await move({ latitude: -34.6037, longitude: -58.3816 });
    assert.deepEqual(await positionOf(), { latitude: -34.6037, longitude: -58.3816 });
    assert.deepEqual(await positionOf('tablet'), PARIS);
    await callDevice(sandbox, 'phone', 'POST', '/global', { action: 2 });
    assert.equal((await callDevice(sandbox, 'phone', 'DELETE', '/location')).status, 204);
    assert.deepEqual(await positionOf(), BERLIN);
  });

  it('the position of devices in the sandbox is shown on the map of the phone', async () => {
    await move({ latitude: -34.6037, longitude: 151.25 });
    const { state } = sandbox.service.store.phones.get(demoDeviceId('phone'))!;
    sandbox.service.store.phones.patch(demoDeviceId('phone'), { state: { ...state, place: 'maps' } });
    const card = readScreenTexts(sandbox.service).find(text => text.startsWith('You are here'));
    assert.equal(card, 'You are here, 34.60370° S, 151.25000° E');
  });

  it('the position of devices in the sandbox accepts every position on earth and no other', async () => {
    for (const latitude of [-90, 0, 90]) {
      for (const longitude of [-180, 0, 180]) {
        await move({ latitude, longitude });
        assert.deepEqual(await positionOf(), { latitude, longitude });
      }
    }
    const cases: readonly (readonly [body: object, locations: string[]])[] = [
      [{ latitude: 90.0001, longitude: 0 }, ['body.latitude']],
      [{ latitude: -91, longitude: 181 }, ['body.latitude', 'body.longitude']],
      [{ latitude: '1', longitude: 1 }, ['body.latitude']],
      [{}, ['body.latitude', 'body.longitude']],
    ];
    for (const [body, locations] of cases) {
      const { status, body: problem } = await callRefusedDevice(sandbox, 'phone', 'POST', '/location', body);
      assert.equal(status, 400);
      assert.deepEqual(
        problem.errors?.map(error => error.location),
        locations,
      );
    }
  });

  it('the position of devices in the sandbox is refused as unsupported by a device without geo', async () => {
    for (const [method, body] of [['GET'], ['POST', BERLIN], ['DELETE']] as const) {
      const {
        status,
        code,
        body: problem,
      } = await callRefusedDevice(sandbox, 'no-geo', method, '/location', body);
      assert.deepEqual([status, code], [422, 'unsupported_feature']);
      assert.match(problem.detail ?? '', /geo/);
    }
  });

  it('the position of devices in the sandbox moves to the exit of a proxy with smartIp, and otherwise does not change', async () => {
    const french = { name: 'French', connect: { country: 'fr' } };
    assert.deepEqual(await proxyOf(), { connected: false, name: null, protocol: null });
    const answer = await proxy('POST', french);
    assert.deepEqual([answer.status, await answer.text()], [204, '']);
    assert.deepEqual(await proxyOf(), { connected: true, name: 'French', protocol: 'socks5' });
    assert.deepEqual(await positionOf(), BERLIN);
    await move({ latitude: 1, longitude: 2 });
    assert.equal((await proxy('POST', { ...french, smartIp: true })).status, 204);
    assert.deepEqual(await positionOf(), PARIS);
    assert.equal((await proxy('DELETE')).status, 204);
    assert.deepEqual(await proxyOf(), { connected: false, name: null, protocol: null });
    assert.deepEqual(await positionOf(), PARIS);
    await move({ latitude: 1, longitude: 2 });
    assert.deepEqual(await positionOf(), { latitude: 1, longitude: 2 });
    assert.equal((await proxy('DELETE')).status, 204);
  });

  it('the position of devices in the sandbox moves to a capital that depends on the address of a proxy', async () => {
    const socks5 = { host: 'proxy.example', port: 1080 };
    for (const body of [
      { socks5 },
      { host: 'proxy.example', port: 1080 },
      { connect: { id: 'proxy.example' } },
    ]) {
      await move({ latitude: 1, longitude: 2 });
      assert.equal((await proxy('POST', { ...body, smartIp: true })).status, 204);
      const exit = await positionOf();
      assert.notDeepEqual(exit, { latitude: 1, longitude: 2 });
      await move({ latitude: 1, longitude: 2 });
      await proxy('POST', { ...body, smartIp: true });
      assert.deepEqual(await positionOf(), exit);
    }
    assert.deepEqual(await proxyOf(), { connected: true, name: null, protocol: 'socks5' });
  });

  it('the position of devices in the sandbox keeps neither the address nor the password of a proxy', async () => {
    const socks5 = {
      host: 'canary-host.example',
      port: 1080,
      user: 'canary-user',
      password: 'canary-password',
    };
    assert.equal((await proxy('POST', { name: 'Mine', socks5 })).status, 204);
    assert.deepEqual(sandbox.service.store.phones.get(demoDeviceId('phone'))?.proxy, { name: 'Mine' });
  });

  it('the position of devices in the sandbox refuses a proxy if the device does not support it or is not awake', async () => {
    const body = { connect: { country: 'FR' }, smartIp: true };
    const { store } = sandbox.service;
    assert.deepEqual(await proxyRefused('POST', body, 'offline'), [409, 'urn:problem:device_state']);
    store.devices.put({ ...store.devices.get(demoDeviceId('offline'))!, state: 'ready' });
    for (const method of ['GET', 'POST', 'DELETE'])
      assert.deepEqual(await proxyRefused(method, method === 'POST' ? body : undefined, 'offline'), [
        422,
        'urn:problem:unsupported_feature',
      ]);
    assert.equal((await proxy('POST', body, 'no-geo')).status, 204);
    assert.equal(store.phones.get(demoDeviceId('no-geo'))?.position, null);
    const socks5 = { host: 'proxy.example', port: 1080 };
    for (const wrong of [
      {},
      { socks5, connect: { country: 'FR' } },
      { connect: {} },
      { connect: { id: 'a', country: 'FR' } },
      { connect: { country: 'France' } },
      { host: 'proxy.example' },
      { socks5: { ...socks5, port: 0 } },
      { socks5: { host: '', port: 1080 } },
    ])
      assert.equal((await proxy('POST', wrong)).status, 400, JSON.stringify(wrong));
  });

  it('the position of devices in the sandbox emits one event when a place is entered', async () => {
    const told: unknown[] = [];
    sandbox.service.events.on('app.event', ({ eventType, deviceId, payload }) =>
      told.push([eventType, deviceId === demoDeviceId('phone'), payload]),
    );
    // It is in Berlin already.
    await move(BERLIN);
    await move({ latitude: 48.8575, longitude: 2.3515 });
    await move(PARIS);
    await move({ latitude: 48.9, longitude: 2.3 });
    await proxy('POST', { connect: { country: 'FR' }, smartIp: true });
    await callDevice(sandbox, 'phone', 'DELETE', '/location');
    const entered = (place: object): unknown => [
      'app.maps.place_entered',
      true,
      { ...place, radiusMeters: 250 },
    ];
    assert.deepEqual(told, [entered(PARIS), entered(PARIS), entered(BERLIN)]);
  });

  it('the position of devices in the sandbox survives a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-location-'));
    const dataFile = join(folder, 'state.db');
    try {
      const first = await testSandbox({ dataFile });
      await callDevice(first, 'phone', 'POST', '/location', { latitude: 3, longitude: 4 });
      await first.stop();
      const second = await testSandbox({ dataFile });
      const response = await callDevice(second, 'phone', 'GET', '/location');
      assert.deepEqual(await response.json(), { latitude: 3, longitude: 4 });
      await second.stop();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Device } from '../../src/contract/records/device.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import {
  callDevice,
  readGestures,
  findCenter,
  callRefusedDevice,
  readScreenTexts,
} from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

/** A stopped clock that records the times of scheduled tasks. */
class KnowingClock extends MovableClock {
  readonly moments: number[] = [];

  override at(moment: number, task: () => void): { dispose(): void } {
    this.moments.push(moment);
    return super.at(moment, task);
  }
}

const NOW = Date.parse('2026-11-21T09:41:00Z');

describe('deviceLifecycle: lifecycle of devices in the sandbox', () => {
  let sandbox: TestSandbox;
  let clock: KnowingClock;

  beforeEach(async () => {
    clock = new KnowingClock(NOW);
    sandbox = await testSandbox({ clock });
  });

  afterEach(() => sandbox.stop());

  async function post(key: string, verb: string): Promise<void> {
    const response = await callDevice(sandbox, key, 'POST', verb);
    assert.deepEqual([response.status, await response.text()], [200, ''], verb);
  }

  async function ownPost(key: string, verb: string): Promise<Response> {
    const path = `/../_sandbox/devices/${demoDeviceId(key)}/${verb}`;
    return sandbox.request(path, { method: 'POST' });
  }

  async function deviceOf(key: string): Promise<Device> {
    return (await sandbox.client.getDevice({ params: { deviceId: demoDeviceId(key) } })).value;
  }

  async function stateOf(key: string): Promise<unknown> {
    return (await deviceOf(key)).state;
  }

  /** The state a device has once the work that is due is done. */
  async function stateAfter(key: string, milliseconds: number): Promise<unknown> {
    clock.advance(milliseconds);
    await sandbox.service.jobs.waitUntilIdle();
    return stateOf(key);
  }

  it('the lifecycle of devices in the sandbox stops and resumes immediately, each from one state only', async () => {
    assert.deepEqual(await refused('phone', 'POST', '/resume'), [409, 'device_state', 'false']);
    await post('phone', '/stop');
    const { state, updatedAt } = await deviceOf('phone');
    assert.deepEqual([state, updatedAt], ['stopped', new Date(NOW).toISOString()]);
    assert.deepEqual(await refused('phone', 'POST', '/stop'), [409, 'device_state', 'false']);
    assert.deepEqual(await refused('phone', 'POST', '/reboot'), [409, 'device_state', 'false']);
    await post('phone', '/resume');
    assert.equal(await stateOf('phone'), 'ready');
  });

  it('the lifecycle of devices in the sandbox gives a device back once, which then takes no gestures and does not come back', async () => {
    const response = await callDevice(sandbox, 'phone', 'DELETE', '');
    assert.deepEqual([response.status, await response.text()], [200, '']);
    assert.equal(await stateOf('phone'), 'terminated');
    assert.deepEqual(await refused('phone', 'DELETE', ''), [409, 'device_state', 'false']);
    assert.deepEqual(await refused('phone', 'POST', '/resume'), [409, 'device_state', 'false']);
    assert.deepEqual((await refused('phone', 'DELETE', '/keyboard'))[0], 409);
  });

  async function refused(key: string, method: string, path: string): Promise<unknown[]> {
    const { status, code, headers } = await callRefusedDevice(sandbox, key, method, path);
    return [status, code, headers.get('x-should-retry')];
  }

  it('the lifecycle of devices in the sandbox returns 404 for a stop that a device does not support, and 422 for a reset', async () => {
    assert.deepEqual(await refused('no-geo', 'POST', '/stop'), [404, 'stop_not_supported', null]);
    assert.deepEqual(await refused('foldable', 'POST', '/reset'), [422, 'unsupported_feature', null]);
    assert.deepEqual([await stateOf('no-geo'), await stateOf('foldable')], ['ready', 'assigned']);
  });

  it('the lifecycle of devices in the sandbox reboots for three seconds, then shows the home screen and keeps what was typed', async () => {
    const { service } = sandbox;
    const tap = (x: number, y: number): Promise<Response> =>
      callDevice(sandbox, 'phone', 'POST', '/tap', { x, y });
    const form = findCenter(service, { by: 'text', text: 'Form' });
    await tap(form.x, form.y);
    const name = findCenter(service, { by: 'description', description: 'Name' });
    await tap(name.x, name.y);
    await callDevice(sandbox, 'phone', 'POST', '/keyboard', { text: 'Ada' });
    assert.ok(readScreenTexts(service).includes('Ada'));

    await post('phone', '/reboot');
    assert.equal(await stateOf('phone'), 'rebooting');
    for (const verb of ['/reboot', '/reset', '/stop', '/resume'])
      assert.deepEqual(await refused('phone', 'POST', verb), [409, 'device_state', 'false'], verb);
    assert.equal(await stateAfter('phone', 2999), 'rebooting');
    assert.equal(await stateAfter('phone', 1), 'ready');
    assert.ok(readScreenTexts(service).includes('Maps') && !readScreenTexts(service).includes('Ada'));
    assert.equal(service.store.phones.get(demoDeviceId('phone'))?.state.focus, null);
    await tap(form.x, form.y);
    assert.ok(readScreenTexts(service).includes('Ada'));
  });

  it('the lifecycle of devices in the sandbox wipes for five seconds, even when stopped, and removes text, position, files, and proxy', async () => {
    const id = demoDeviceId('tablet');
    const { store } = sandbox.service;
    await callDevice(sandbox, 'tablet', 'POST', '/location', { latitude: 1, longitude: 2 });
    await callDevice(sandbox, 'tablet', 'POST', '/global', { action: 3 });
    await sandbox.client.uploadDeviceFile({
      params: { deviceId: id },
      query: { path: '/sdcard' },
      body: { file: { name: 'a', bytes: new Uint8Array(1) } },
    });
    assert.equal(store.phoneFiles.count(), 1);
    await post('tablet', '/stop');
    await post('tablet', '/reset');
    assert.equal(await stateAfter('tablet', 4999), 'resetting');
    assert.equal(await stateAfter('tablet', 1), 'ready');
    const { state, position, proxy } = store.phones.get(id)!;
    const files = store.phoneFiles.count();
    assert.deepEqual([state.place, position, files, proxy], ['home', null, 0, null]);
    assert.equal((await readGestures(sandbox, 'tablet')).length, 1);
  });

  it('the lifecycle of devices in the sandbox takes no time with a time scale of 0', async () => {
    const quick = await testSandbox({ timeScale: 0 });
    try {
      await callDevice(quick, 'phone', 'POST', '/reboot');
      const response = await callDevice(quick, 'phone', 'GET', '/wait');
      assert.deepEqual([response.status, ((await response.json()) as Device).state], [200, 'ready']);
    } finally {
      await quick.stop();
    }
  });

  it('the lifecycle of devices in the sandbox reports each state, and the app events that triggers wait for', async () => {
    const told: unknown[] = [];
    const { events } = sandbox.service;
    events.on('device.changed', ({ device }) => told.push(device.state));
    events.on('app.event', ({ eventType, source, deviceId, payload }) =>
      told.push([eventType, source, deviceId === demoDeviceId('phone'), payload]),
    );
    const ready = (previousState: string): unknown[] => [
      'ready',
      ['app.device.ready', 'device', true, { state: 'ready', previousState }],
    ];
    await post('phone', '/reboot');
    await stateAfter('phone', 3000);
    await post('phone', '/stop');
    await post('phone', '/resume');
    assert.equal((await ownPost('phone', 'disconnect')).status, 204);
    assert.equal(await stateOf('phone'), 'disconnected');
    assert.equal((await ownPost('phone', 'disconnect')).status, 409);
    assert.equal((await ownPost('phone', 'reconnect')).status, 204);
    assert.equal((await ownPost('phone', 'reconnect')).status, 409);
    assert.deepEqual(told, [
      'rebooting',
      ...ready('rebooting'),
      'stopped',
      ...ready('stopped'),
      'disconnected',
      ['app.device.disconnected', 'device', true, { state: 'disconnected' }],
      ...ready('disconnected'),
    ]);
    const query = { deviceId: demoDeviceId('phone'), eventType: 'app.device.disconnected' };
    assert.equal((await sandbox.client.listAppEvents({ query })).value.items?.length, 1);
  });

  it('the lifecycle of devices in the sandbox waits until the device is ready, or returns immediately if it is', async () => {
    const wait = (key: string): Promise<Response> => callDevice(sandbox, key, 'GET', '/wait');
    for (const key of ['phone', 'foldable'])
      assert.deepEqual(await (await wait(key)).json(), await deviceOf(key));
    await post('phone', '/reboot');
    const waiting = wait('phone');
    await heard();
    assert.equal(await stateAfter('phone', 3000), 'ready');
    const response = await waiting;
    assert.deepEqual([response.status, await response.json()], [200, await deviceOf('phone')]);
  });

  /** Resolves once the sandbox has begun to wait for five minutes at most. */
  async function heard(): Promise<void> {
    while (!clock.moments.includes(NOW + 300_000)) await turn();
  }

  it('the lifecycle of devices in the sandbox returns without success if the device does not become ready', async () => {
    for (const key of ['offline', 'no-geo']) {
      const device = sandbox.service.store.devices.get(demoDeviceId(key))!;
      if (key === 'no-geo') sandbox.service.store.devices.put({ ...device, state: 'terminated' });
      assert.deepEqual(await refused(key, 'GET', '/wait'), [409, 'device_state', 'false']);
    }
  });

  it('the lifecycle of devices in the sandbox waits five minutes at most', async () => {
    const device = sandbox.service.store.devices.get(demoDeviceId('phone'))!;
    sandbox.service.store.devices.put({ ...device, state: 'maintenance' });
    const waiting = callRefusedDevice(sandbox, 'phone', 'GET', '/wait');
    let over = false;
    void waiting.then(() => (over = true));
    await heard();
    clock.advance(299_999);
    assert.deepEqual((await callDevice(sandbox, 'phone', 'GET', '')).status, 200);
    assert.equal(over, false);
    clock.advance(1);
    const { status, code } = await waiting;
    assert.deepEqual([status, code], [408, 'device_wait_timeout']);
  });

  it('the lifecycle of devices in the sandbox continues after the caller disconnects', async () => {
    await post('phone', '/reboot');
    const abort = new AbortController();
    const path = `/devices/${demoDeviceId('phone')}/wait`;
    const waiting = sandbox.request(path, { signal: abort.signal });
    await heard();
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.equal(await stateAfter('phone', 3000), 'ready');
  });

  it('the lifecycle of devices in the sandbox returns 404 for a device that does not exist', async () => {
    for (const [method, path] of [
      ['GET', '/wait'],
      ['POST', '/reboot'],
      ['POST', '/reset'],
      ['POST', '/stop'],
      ['POST', '/resume'],
      ['POST', '/tap'],
      ['GET', '/screenshot'],
    ] as const) {
      const body = path === '/tap' ? { x: 1, y: 1 } : undefined;
      const { status, code } = await callRefusedDevice(sandbox, 'no such device', method, path, body);
      assert.deepEqual([status, code], [404, 'device_not_found'], path);
    }
  });
});

describe('deviceLifecycle: reboot interrupted by a restart of the sandbox', () => {
  it('a reboot interrupted by a restart of the sandbox completes after the restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-reboot-'));
    const dataFile = join(folder, 'state.db');
    try {
      const first = await testSandbox({ dataFile, clock: new MovableClock(NOW) });
      await callDevice(first, 'phone', 'POST', '/reboot');
      await first.stop();
      const second = await testSandbox({ dataFile, clock: new MovableClock(NOW + 1000) });
      const params = { deviceId: demoDeviceId('phone') };
      assert.equal((await second.client.getDevice({ params })).value.state, 'rebooting');
      second.clock.advance(2000);
      await second.service.jobs.waitUntilIdle();
      assert.equal((await second.client.getDevice({ params })).value.state, 'ready');
      await second.stop();
      const third = await testSandbox({ dataFile, clock: new MovableClock(NOW + 3000) });
      assert.equal((await third.client.getDevice({ params })).value.state, 'ready');
      await third.stop();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

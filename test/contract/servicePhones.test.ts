import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '../../src/contract/records/device.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callProgram, type CommandOutcome } from '../support/commandLine.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { setDeviceState } from '../../src/sandbox/features/devices/deviceState.ts';
import { FORM, launch, NAME, PHONE_FLOWS } from '../support/drivers/phoneFlows.ts';
import { assertSameResults, runOn } from '../support/drivers/sameResults.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** The ID and the name of the service whose phones are added. */
const SERVICE = { id: 'Far|http://far.example/v1', name: 'Far' };

describe('servicePhones', () => {
  let far: TestSandbox;
  let sandbox: TestSandbox;
  const phoneId = demoDeviceId('phone');

  beforeEach(async () => {
    far = await testSandbox({ timeScale: 0.001, key: 'far_key' });
    sandbox = await testSandbox({ timeScale: 0.001 });
    await tellService(sandbox);
  });

  afterEach(async () => {
    await sandbox.stop();
    await far.stop();
  });

  async function tellService({ sandboxClient }: TestSandbox): Promise<void> {
    const services = [{ ...SERVICE, baseUrl: far.baseUrl, token: far.key }];
    await sandboxClient.setPhoneServices({ body: { services } });
  }

  async function add({ sandboxClient }: TestSandbox = sandbox): Promise<string> {
    const body = { serviceId: SERVICE.id, phoneId };
    return (await sandboxClient.addServicePhone({ body })).value.id;
  }

  const deviceOf = ({ service }: TestSandbox, id: string): Device | undefined =>
    service.store.devices.get(id);

  it('a phone of a service becomes a device when it is added, and is none before and after', async () => {
    const before = (await sandbox.client.listDevices({})).value['total'];
    const id = await add();
    const device = (await sandbox.client.getDevice({ params: { deviceId: id } })).value;
    const farDevice = (await far.client.getDevice({ params: { deviceId: phoneId } })).value;
    assert.notEqual(id, phoneId);
    assert.deepEqual(
      [device.name, device.state, device.type, device.providerId],
      [farDevice.name, 'ready', farDevice.type, 'service'],
    );
    const { phones } = (await sandbox.sandboxClient.listServicePhones({})).value.data;
    assert.deepEqual(phones, [
      { deviceId: id, serviceId: SERVICE.id, phoneId, name: farDevice.name, serviceName: SERVICE.name },
    ]);
    assert.equal(await add(), id);
    await sandbox.sandboxClient.removePhone({ params: { deviceId: id } });
    assert.deepEqual((await sandbox.sandboxClient.listServicePhones({})).value.data.phones, []);
    assert.equal((await sandbox.client.listDevices({})).value['total'], before);
    assert.equal(sandbox.service.drivers.size, 0);
  });

  it('a simulated phone cannot be removed like one that was added', async () => {
    const removed = sandbox.sandboxClient.removePhone({ params: { deviceId: phoneId } });
    await assert.rejects(removed, /Only a phone that was added can be removed/);
  });

  for (const { name, status, steps } of PHONE_FLOWS)
    it(`a flow that ${name} has the same results on a simulated phone and on a phone of a service`, async () => {
      const simulated = await runOn(sandbox, phoneId, steps);
      assertSameResults(status, simulated, await runOn(sandbox, await add(), steps));
    });

  it('a phone of a service that did not come back from a restart is connected again', async () => {
    const id = await add();
    const device = sandbox.service.store.devices.get(id);
    assert.ok(device);
    setDeviceState(sandbox.service, device, 'disconnected', 'The phone did not come back.');
    await tellService(sandbox);
    assert.equal(deviceOf(sandbox, id)?.state, 'ready');
    assert.equal((await runOn(sandbox, id, [['device.globalAction', { button: 'home' }]])).status, 'success');
  });

  it('a phone of a service that is unknown, missing, or not ready is not added', async () => {
    const { sandboxClient } = sandbox;
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const [body, message] of [
      [{ serviceId: 'other', phoneId }, /does not know where this service is/],
      [{ serviceId: SERVICE.id, phoneId: missing }, /There is no device with the id/],
    ] as const)
      await assert.rejects(sandboxClient.addServicePhone({ body }), message);
    await far.client.stopDevice({ params: { deviceId: phoneId } });
    await assert.rejects(add(), /is stopped at its service\. It must be ready/);
  });

  it('an address on another computer is refused, so that the token stays on this one', async () => {
    for (const baseUrl of ['http://far.example/v1', 'https://127.0.0.1.example/v1', 'file:///etc', 'x']) {
      const services = [{ ...SERVICE, baseUrl, token: 'secret-token' }];
      const told = sandbox.sandboxClient.setPhoneServices({ body: { services } });
      await assert.rejects(
        told,
        ({ message }: Error) => message.includes('400') && !message.includes('secret-token'),
      );
    }
  });

  it('a phone that was added is used again after a restart once its service is told, and says why it is not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-phones-'));
    const settings = { dataFile: join(folder, 'sandbox.db'), timeScale: 0.001 };
    const first = await testSandbox(settings);
    await tellService(first);
    const id = await add(first);
    await first.stop();
    const second = await testSandbox(settings);
    try {
      assert.equal(deviceOf(second, id)?.state, 'disconnected');
      assert.match(
        deviceOf(second, id)?.stateMessage ?? '',
        /The connection “Far” of this phone is not open/,
      );
      await second.sandboxClient.setPhoneServices({ body: { services: [] } });
      assert.match(deviceOf(second, id)?.stateMessage ?? '', /The connection “Far” of this phone is gone/);
      const problem = 'Sign in to “Far” again.';
      await second.sandboxClient.setPhoneServices({ body: { services: [{ ...SERVICE, problem }] } });
      assert.equal(deviceOf(second, id)?.stateMessage, problem);
      await tellService(second);
      assert.equal(deviceOf(second, id)?.state, 'ready');
      assert.ok((await second.client.takeScreenshot({ params: { deviceId: id } })).value.length > 0);
    } finally {
      await second.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('a phone stays added when the sandbox is reset', async () => {
    const id = await add();
    await sandbox.sandboxClient.resetSandbox({});
    assert.equal((await runOn(sandbox, id, [['device.launchApp', launch(FORM)]])).status, 'success');
  });

  it('a phone that is not ready anymore is a device that is disconnected with the reason, until it is back', async () => {
    const id = await add();
    await far.client.stopDevice({ params: { deviceId: phoneId } });
    const failed = await runOn(sandbox, id, [['device.launchApp', launch(FORM)]]);
    assert.equal(failed.status, 'failed');
    await until('the lost phone', () => deviceOf(sandbox, id)?.state, 'disconnected');
    assert.match(deviceOf(sandbox, id)?.stateMessage ?? '', /is stopped at its service/);
    await far.client.resumeDevice({ params: { deviceId: phoneId } });
    await far.client.waitForDevice({ params: { deviceId: phoneId } });
    await until('the phone that is back', () => deviceOf(sandbox, id)?.state, 'ready');
    assert.equal((await runOn(sandbox, id, [['device.launchApp', launch(FORM)]])).status, 'success');
  });

  it('a phone whose key was revoked is disconnected with the reason', async () => {
    const id = await add();
    await far.sandboxClient.revokeKey({});
    const failed = await runOn(sandbox, id, [['device.launchApp', launch(FORM)]]);
    assert.equal(failed.status, 'failed');
    await until('the lost phone', () => deviceOf(sandbox, id)?.state, 'disconnected');
    assert.ok(!JSON.stringify([failed, deviceOf(sandbox, id)]).includes(far.key));
  });

  it('one action that the service refuses for a moment does not disconnect a phone', async () => {
    const id = await add();
    const fault = { kind: 'status', status: 503 } as const;
    await far.sandboxClient.addFault({ body: { operation: 'pressGlobal', times: 1, fault } });
    const failed = await runOn(sandbox, id, [['device.globalAction', { button: 'home' }]]);
    assert.equal(failed.status, 'failed');
    assert.equal((await runOn(sandbox, id, [['device.launchApp', launch(FORM)]])).status, 'success');
    assert.equal(deviceOf(sandbox, id)?.state, 'ready');
  });

  it('a flow waits for a service that is slow and asks to wait, and taps once', async () => {
    const id = await add();
    const { sandboxClient } = far;
    await sandboxClient.addFault({ body: { fault: { kind: 'latency', milliseconds: 20 } } });
    await sandboxClient.addFault({
      body: {
        operation: 'tapDevice',
        times: 2,
        fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
      },
    });
    const steps = [
      ['device.launchApp', launch(FORM)],
      ['device.tap', { target: NAME }],
      ['device.typeText', { text: 'Ada' }],
      ['device.checkElement', { element: NAME, equals: 'Ada' }],
    ] as const;
    const execution = await runOn(sandbox, id, steps);
    assert.equal(execution.status, 'success', execution.error ?? '');
    const taps = (await far.sandboxClient.listGestures({ params: { deviceId: phoneId } })).value.data;
    assert.equal(taps.filter(({ kind }) => kind === 'tap').length, 1);
  });

  it('the flows of a folder are tested on a phone of a service by its ID', async () => {
    const test = (id: string): Promise<CommandOutcome> =>
      callProgram(
        ['test', 'examples/first-steps.flow.json', '--phone-service', far.baseUrl, '--phone', id],
        '.',
        { CLOUD_DEVICES_API_KEY: far.key },
      );
    const passed = await test(phoneId);
    assert.equal(passed.code, 0, passed.stdout + passed.stderr);
    const gestures = (await far.sandboxClient.listGestures({ params: { deviceId: phoneId } })).value.data;
    assert.ok(gestures.length > 0);
    const missing = await test('00000000-0000-4000-8000-000000000000');
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /There is no device with the id/);
    assert.ok(![passed, missing].some(outcome => JSON.stringify(outcome).includes(far.key)));
  });

  it('a run that an agent has started does not use a phone of a service', async () => {
    const runner = new FlowRunner(sandbox);
    const actions = [step('device.globalAction', 1, { button: 'home' })];
    const flow = await runner.createFlow(actions, { deviceIds: [await add()] });
    const input = { params: { flowId: flow.id }, body: { invocationId: randomUUID() } };
    await sandbox.client.verifyFlow(input, { isConfined: true });
    assert.match((await runner.ended(flow)).error ?? '', /only simulated phones/);
  });

  it('a phone that restarts is a device that restarts, and the step waits for it', async () => {
    const id = await add();
    const states: (string | null | undefined)[] = [];
    sandbox.service.events.on('device.changed', ({ device }) => states.push(device.state));
    assert.equal((await runOn(sandbox, id, [['device.reboot', {}]])).status, 'success');
    assert.deepEqual(states, ['rebooting', 'ready']);
  });
});

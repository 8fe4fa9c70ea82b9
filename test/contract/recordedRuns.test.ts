import assert from 'node:assert/strict';
import type { ScreenRecording } from '../../src/contract/records/screenRecording.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { DebugRunner } from '../support/debugRunner.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('the screen recordings of runs in the sandbox', () => {
  let sandbox: TestSandbox;

  const steps = [
    step('device.globalAction', 1, { button: 'recents' }),
    step('device.globalAction', 2, { button: 'home' }),
  ];
  const deviceId = demoDeviceId('phone');
  const deviceIds = [deviceId, demoDeviceId('tablet')];

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function recordingsOf(device: string): Promise<ScreenRecording[]> {
    return (await sandbox.client.listScreenRecordings({ params: { deviceId: device } })).value ?? [];
  }

  it('are made on each device of a flow that wants them, and end with the run', async () => {
    const runner = new FlowRunner(sandbox);
    const flow = await runner.createFlow(steps, { name: 'Recorded', deviceIds, recordingEnabled: true });
    await runner.verify(flow.id);
    const run = await runner.ended(flow);
    assert.equal(run.status, 'success', run.error ?? '');
    for (const device of deviceIds) {
      const [recording, ...others] = await recordingsOf(device);
      assert.deepEqual([others.length, recording?.name, recording?.['executionId']], [0, 'Recorded', run.id]);
      assert.ok(recording?.endedAt);
    }
  });

  it('are not made for other flows, nor by a debugger', async () => {
    const runner = new FlowRunner(sandbox);
    const plain = await runner.createFlow(steps, { deviceIds });
    await runner.verify(plain.id);
    await runner.ended(plain);
    const recorded = await runner.createFlow(steps, { deviceIds, recordingEnabled: true });
    const debug = await DebugRunner.start(sandbox, [], { flowId: recorded.id, mode: 'live' });
    await debug.ended();
    for (const device of deviceIds) assert.deepEqual(await recordingsOf(device), []);
  });

  it('leave out a device that somebody is recording', async () => {
    const { value } = await sandbox.client.startScreenRecording({
      params: { deviceId },
      body: { name: 'Mine' },
    });
    const runner = new FlowRunner(sandbox);
    const flow = await runner.createFlow(steps, { deviceIds, recordingEnabled: true });
    await runner.verify(flow.id);
    await runner.ended(flow);
    const [mine, ...others] = await recordingsOf(deviceId);
    assert.deepEqual([mine?.id, mine?.status, others.length], [value.id, 'recording', 0]);
    assert.equal((await recordingsOf(demoDeviceId('tablet'))).length, 1);
  });
});

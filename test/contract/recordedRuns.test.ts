import assert from 'node:assert/strict';
import type { ScreenRecording } from '../../src/contract/records/screenRecording.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { DebugRunner } from '../support/debugRunner.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

describe('recordedRuns', () => {
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

  it('the screen recordings of runs in the sandbox are made on each device of a flow that wants them, and end with the run', async () => {
    const runner = new FlowRunner(sandbox);
    const flow = await runner.createFlow(steps, { name: 'Recorded', deviceIds, recordingEnabled: true });
    runner.verify(flow.id);
    const run = await runner.ended(flow);
    assert.equal(run.status, 'success', run.error ?? '');
    for (const device of deviceIds) {
      const [recording, ...others] = await recordingsOf(device);
      assert.deepEqual([others.length, recording?.name, recording?.['executionId']], [0, 'Recorded', run.id]);
      assert.ok(recording?.endedAt);
    }
  });

  it('the screen recordings of runs in the sandbox are not made for other flows, nor by a debugger', async () => {
    const runner = new FlowRunner(sandbox);
    const plain = await runner.createFlow(steps, { deviceIds });
    runner.verify(plain.id);
    await runner.ended(plain);
    const recorded = await runner.createFlow(steps, { deviceIds, recordingEnabled: true });
    const debug = await DebugRunner.start(sandbox, [], { flowId: recorded.id, mode: 'live' });
    await debug.ended();
    for (const device of deviceIds) assert.deepEqual(await recordingsOf(device), []);
  });

  it('the screen recordings of runs in the sandbox are made of the selected steps, in each round and on each device', async () => {
    const runner = new FlowRunner(sandbox);
    const [recents, home] = steps;
    assert.ok(recents && home);
    const actions = [
      recents,
      { ...home, recordingEnabled: true },
      {
        ...step('flow.repeat', 3, { times: 2 }),
        children: [{ ...step('device.globalAction', 1, { button: 'recents' }), recordingEnabled: true }],
      },
    ];
    const flow = await runner.createFlow(actions, {
      name: 'Selected',
      deviceIds,
      recordingPolicy: { mode: 'selected_steps' },
      delivery: { destination: 'google_drive', recording: { filename: 'step.png' } },
    });
    runner.verify(flow.id);
    const run = await runner.ended(flow);
    assert.equal(run.status, 'success', run.error ?? '');
    for (const device of deviceIds) {
      const recordings = await recordingsOf(device);
      assert.equal(recordings.length, 3);
      assert.ok(recordings.every(({ name, endedAt }) => name?.startsWith('Selected: ') && endedAt));
    }
    const { value } = await sandbox.client.getExecution({ params: { executionId: run.id } });
    const shown = (value.data.recordings ?? []).filter(one => one.recordingDeviceId === deviceId);
    const { value: list } = await sandbox.client.listFlowActions({ params: { flowId: flow.id } });
    const selected = list.data.filter(one => one.recordingEnabled === true).map(({ id }) => id);
    assert.deepEqual(
      shown.map(one => [
        one.scope,
        one.stepIndex,
        one.parentIndex,
        one.childIndex,
        one.iterationIndex,
        one.attempt,
      ]),
      [
        ['step', 1, -1, -1, -1, 0],
        ['step', 2, 2, 0, 0, 0],
        ['step', 2, 2, 0, 1, 0],
      ],
    );
    assert.deepEqual([...new Set(shown.map(one => one.flowActionId))], selected);
    const delivered = value.data.deliveries?.filter(({ artifact }) => artifact === 'recording');
    assert.deepEqual(new Set(delivered?.map(({ stepIndex }) => stepIndex)), new Set([1, 2]));
  });

  it('the screen recordings of runs in the sandbox are not made of steps that are selected in a flow of another policy, nor by a debugger', async () => {
    const runner = new FlowRunner(sandbox);
    const selected = steps.map(one => ({ ...one, recordingEnabled: true }));
    const off = await runner.createFlow(selected, { deviceIds });
    runner.verify(off.id);
    await runner.ended(off);
    const recordingPolicy = { mode: 'selected_steps' } as const;
    const debugged = await runner.createFlow(selected, { deviceIds, recordingPolicy });
    const debug = await DebugRunner.start(sandbox, [], { flowId: debugged.id, mode: 'live' });
    await debug.ended();
    for (const device of deviceIds) assert.deepEqual(await recordingsOf(device), []);
  });

  it('the screen recordings of runs in the sandbox end with the run if it is aborted during a selected step', async () => {
    const runner = new FlowRunner(sandbox);
    sandbox.clock.freeze(true);
    const recordingPolicy = { mode: 'selected_steps' } as const;
    const wait = { ...step('flow.wait', 1, { seconds: 900 }), recordingEnabled: true };
    const flow = await runner.createFlow([wait], { deviceIds: [deviceId], recordingPolicy });
    const { value } = await sandbox.client.runFlow({ params: { flowId: flow.id } });
    await until(
      'the recording',
      async () => (await recordingsOf(deviceId)).map(({ status }) => status).join(),
      'recording',
    );
    await sandbox.client.abortExecution({ params: { executionId: value.data.executionIds[0] ?? '' } });
    await until('the end', async () => (await recordingsOf(deviceId))[0]?.endedAt !== undefined, true);
  });

  it('the screen recordings of runs in the sandbox leave out a device that somebody is recording', async () => {
    const { value } = await sandbox.client.startScreenRecording({
      params: { deviceId },
      body: { name: 'Mine' },
    });
    const runner = new FlowRunner(sandbox);
    const flow = await runner.createFlow(steps, { deviceIds, recordingEnabled: true });
    runner.verify(flow.id);
    await runner.ended(flow);
    const [mine, ...others] = await recordingsOf(deviceId);
    assert.deepEqual([mine?.id, mine?.status, others.length], [value.id, 'recording', 0]);
    assert.equal((await recordingsOf(demoDeviceId('tablet'))).length, 1);
  });
});

import assert from 'node:assert/strict';
import { isFinished } from '../../src/contract/enumerations.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import { runLive } from '../../src/deploy/runLive.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { runJob } from '../../src/sandbox/engine/runJob.ts';
import { failingStep, FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const DEVICES = ['phone', 'tablet'].map(demoDeviceId);
const WAIT = step('flow.wait', 1, { seconds: 0 });

describe('liveRuns', () => {
  let sandbox: TestSandbox;
  let runner: FlowRunner;

  beforeEach(async () => {
    sandbox = await testSandbox();
    runner = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  const run = async (flowId: string, payload = {}): Promise<readonly Execution[]> =>
    runLive({ client: sandbox.client, flowId, payload });

  it('a live run has an execution for each device of the flow, whatever the trigger is and whether or not the flow is enabled', async () => {
    for (const trigger of ['custom', 'nightly', 'passcode']) {
      const triggerId = demoTriggerId(trigger);
      const flow = await runner.createFlow([WAIT], { deviceIds: DEVICES, triggerId, enabled: false });
      const runs = await run(flow.id);
      assert.deepEqual(
        runs.map(({ kind, status, deviceId, triggerId: id }) => [kind, status, deviceId, id]),
        DEVICES.map(id => ['live', 'success', id, triggerId]),
      );
      for (const [index, one] of runs.entries())
        assert.deepEqual(
          stepsOf(one).map(({ deviceId }) => deviceId),
          [DEVICES[index]],
        );
    }
  });

  it('a live run of a flow without devices has one execution, with the payload', async () => {
    const flow = await runner.createFlow([
      step('flow.branch', 1, { left: '{{event.payload.city}}', operator: 'equals', right: 'Paris' }),
    ]);
    const [one, ...others] = await run(flow.id, { city: 'Paris' });
    assert.deepEqual([one?.status, one?.deviceId, others], ['success', null, []]);
  });

  it('a live run counts for the health of its flow, which can be blocked', async () => {
    const flow = await runner.createFlow([failingStep(1)]);
    const params = { flowId: flow.id };
    for (let failures = 1; failures <= 4; failures++) {
      const [one] = await run(flow.id);
      assert.equal(one?.status, 'failed');
      const { consecutiveFailures, lastTriggeredAt } = (await sandbox.client.getFlow({ params })).value.data;
      assert.equal(consecutiveFailures, failures);
      assert.ok(lastTriggeredAt);
    }
  });

  it('a live run is refused for a flow that has no steps or that is archived', async () => {
    const flow = await runner.createFlow([WAIT]);
    const params = { flowId: flow.id };
    const codeOf = async (): Promise<unknown> => {
      const { failure } = await failureOf(sandbox.client.runFlow({ params }));
      return failure.kind === 'refused' && [failure.status, failure.code];
    };
    sandbox.service.store.flowActions.deleteWhere({ flowId: flow.id });
    assert.deepEqual(await codeOf(), [400, 'flow_without_steps']);
    await sandbox.client.deleteFlow({ params });
    assert.deepEqual(await codeOf(), [404, 'flow_not_found']);
  });

  it('a live run finds mail that came between its request and its start', async () => {
    const [own, other] = ['gmail', 'allocated'].map(demoMailboxId);
    const waitFor = (mailboxId = ''): ReturnType<typeof step> =>
      step('mailbox.waitForPasscode', 1, { mailboxId });
    const request = async (flowId: string): Promise<string> => {
      const { executionIds } = (await sandbox.client.runFlow({ params: { flowId } })).value.data;
      return executionIds[0] ?? '';
    };
    const deliver = (mailboxId = ''): Promise<unknown> =>
      sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body: { passcode: true } });
    const before = await runner.createFlow([waitFor(other)]);
    for (let runs = 0; runs < runJob.concurrency; runs++) await request(before.id);
    const flow = await runner.createFlow([waitFor(own)]);
    const id = await request(flow.id);
    await deliver(own);
    const read = (await sandbox.client.getExecution({ params: { executionId: id } })).value.data;
    assert.equal(read.status, 'pending', 'as many runs as possible are running');
    // The times of mail and runs are in milliseconds.
    const delivered = Date.now();
    await until('a later moment', Date.now, now => now > delivered);
    await deliver(other);
    assert.equal((await runner.ended(flow)).status, 'success');
  });

  it('a live run that is no longer needed is aborted on all devices', async () => {
    const wait = step('flow.wait', 1, { seconds: 900 });
    const flow = await runner.createFlow([wait], { deviceIds: DEVICES });
    const control = new AbortController();
    const seen = new Set<string>();
    const running = runLive({
      client: sandbox.client,
      flowId: flow.id,
      payload: {},
      signal: control.signal,
      onProgress: ({ id, status }) => {
        if (status === 'running') seen.add(id);
        if (seen.size === DEVICES.length) control.abort();
      },
    });
    await assert.rejects(running, { name: 'AbortError' });
    const runs = await runner.runsOf(flow);
    assert.equal(runs.length, DEVICES.length);
    assert.ok(runs.every(one => isFinished(one)));
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Execution, ExecutionStep } from '../../src/contract/records/execution.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const wait = (
  position: number,
  seconds: number,
): { actionId: string; position: number; overrides: object } => ({
  actionId: demoActionId('flow.wait'),
  position,
  overrides: { params: { seconds } },
});

describe('interruptedRuns', () => {
  let folder: string;
  let sandbox: TestSandbox;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-runs-'));
    sandbox = await start();
  });

  afterEach(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function start(): Promise<TestSandbox> {
    return testSandbox({ dataFile: join(folder, 'state.db') });
  }

  async function restart(): Promise<void> {
    await sandbox.stop();
    sandbox = await start();
  }

  async function fired(actions: object[], more: { deviceIds?: string[] } = {}): Promise<string> {
    const body = { name: 'Verification run', triggerId: demoTriggerId('custom'), enabled: true, ...more };
    const flow = (await sandbox.client.createFlow({ body: { ...body, actions: actions as never } })).value
      .data;
    const params = { triggerId: demoTriggerId('custom') };
    await sandbox.client.fireTrigger({ params, body: { payload: {} } });
    return flow.id;
  }

  async function runWhen(
    flowId: string,
    far: (run: Execution, steps: ExecutionStep[]) => boolean,
  ): Promise<Execution> {
    for (;;) {
      const [run] = (await sandbox.client.listExecutions({ query: { flowId } })).value.items ?? [];
      const steps = (run?.result as { steps?: ExecutionStep[] } | undefined)?.steps ?? [];
      if (run && far(run, steps)) return run;
      await turn();
    }
  }

  const isAt = (index: number) => (_run: Execution, steps: ExecutionStep[]) =>
    steps.some(step => step.index === index && step.status === 'running');
  const hasEnded = (run: Execution): boolean => run.finishedAt != null;
  const outline = (run: Execution): unknown[] =>
    (run.result as { steps: ExecutionStep[] }).steps.map(({ index, round, status }) => [
      index,
      round,
      status,
    ]);

  it('a flow run interrupted by a restart continues where it waited, without repeating steps', async () => {
    const repeat = {
      actionId: demoActionId('flow.repeat'),
      position: 1,
      overrides: { params: { times: 2 } },
      children: [wait(1, 0)],
    };
    const flowId = await fired([repeat, wait(2, 3600), wait(3, 0)]);
    const before = await runWhen(flowId, isAt(1));
    await restart();
    await runWhen(flowId, isAt(1));
    sandbox.clock.advance(3_600_000);
    const run = await runWhen(flowId, hasEnded);
    assert.deepEqual([run.id, run.status, run.startedAt], [before.id, 'success', before.startedAt]);
    assert.deepEqual(outline(run), [
      [0, null, 'success'],
      [0, 0, 'success'],
      [0, 1, 'success'],
      [1, null, 'success'],
      [2, null, 'success'],
    ]);
    const [first] = (before.result as { steps: ExecutionStep[] }).steps;
    assert.equal((run.result as { steps: ExecutionStep[] }).steps[0]?.finishedAt, first?.finishedAt);
  });

  it('a flow run interrupted by a restart finds the task that a child of an ended step started', async () => {
    const task = {
      actionId: demoActionId('task.run'),
      position: 1,
      overrides: { params: { task: 'Open maps.', wait: false } },
    };
    const repeat = {
      actionId: demoActionId('flow.repeat'),
      position: 1,
      overrides: { params: { times: 1 } },
      children: [task],
    };
    const cancel = { actionId: demoActionId('task.cancel'), position: 3 };
    const flowId = await fired([repeat, wait(2, 3600), cancel], { deviceIds: [demoDeviceId('phone')] });
    await runWhen(flowId, isAt(1));
    await restart();
    await runWhen(flowId, isAt(1));
    sandbox.clock.advance(3_600_000);
    const run = await runWhen(flowId, hasEnded);
    assert.equal(run.status, 'success', run.error ?? '');
  });

  it('a flow run interrupted by a restart ends as failed if it is unknown whether the current step was done', async () => {
    const flowId = await fired([wait(1, 3600), wait(2, 0)]);
    const { id } = await runWhen(flowId, isAt(0));
    // As if the step were one that acts.
    const [row] = sandbox.service.store.runSteps.all({ executionId: id });
    assert.ok(row);
    sandbox.service.store.runSteps.put({ ...row, step: { ...row.step, method: 'device.tap' } });
    await restart();
    const run = await runWhen(flowId, hasEnded);
    assert.equal(run.status, 'failed');
    assert.match(run.error ?? '', /^Step 1 “Wait”: The sandbox ended during this step/);
    const flow = (await sandbox.client.getFlow({ params: { flowId } })).value.data;
    assert.deepEqual([flow.status, flow.lastFailureCode], ['failing', 'transient']);
  });
});

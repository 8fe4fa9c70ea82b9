import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { conditionStep, failingStep, FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('runs', () => {
  let sandbox: TestSandbox;
  let trials: FlowRunner;

  beforeEach(async () => {
    sandbox = await testSandbox();
    trials = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  function outline(execution: Execution): string[] {
    return stepsOf(execution).map(({ index, childIndex, round, status }) =>
      [index, childIndex, round, status].filter(part => part != null).join(' '),
    );
  }

  it('runs of flows in the sandbox start for each enabled flow of a custom trigger that is fired', async () => {
    const on = await trials.createFlow([conditionStep(1, 'x')]);
    const off = await trials.createFlow([conditionStep(1, 'x')], { enabled: false });
    const before =
      (
        await sandbox.client.listFlows({
          query: { triggerId: demoTriggerId('custom'), enabled: true, pageSize: 100 },
        })
      ).value.items ?? [];
    const open = before.filter(flow => flow.status !== 'blocked');
    assert.equal(await trials.fire(), open.length);
    const run = await trials.ended(on);
    assert.deepEqual(
      [run.status, run.kind, run.error, run.triggerName],
      ['success', 'live', null, 'By hand'],
    );
    assert.deepEqual(await trials.runsOf(off), []);
    const flow = (await sandbox.client.getFlow({ params: { flowId: on.id } })).value.data;
    assert.ok(flow.lastTriggeredAt);
    assert.equal(flow.status, 'healthy');
  });

  it('runs of flows in the sandbox run steps by position, with children inside their parent and earlier outputs as values', async () => {
    const run = await trials.runOf(
      [
        conditionStep(9, '{{steps.each.body.rounds}}'),
        step(
          'flow.repeat',
          2,
          { items: ['a', 'b'] },
          {
            key: 'each',
            children: [conditionStep(5, '{{item}}-{{index}}'), conditionStep(1, '{{event.payload.orderId}}')],
          },
        ),
        step('flow.branch', 30, { left: '{{steps.each.body.rounds}}', operator: 'equals', right: 2 }),
      ],
      { orderId: 1 },
    );
    assert.equal(run.error, null);
    assert.deepEqual(outline(run), [
      '0 success',
      '0 0 0 success',
      '0 1 0 success',
      '0 0 1 success',
      '0 1 1 success',
      '1 success',
      '2 success',
    ]);
    assert.deepEqual(stepsOf(run)[0]?.output, { rounds: 2 });
    assert.deepEqual(stepsOf(run).at(-1)?.output, { taken: true });
  });

  it('runs of flows in the sandbox merge the parameters of a step into those of its action', async () => {
    const entry = step('flow.stop', 1, { reason: 'Enough.' });
    const run = await trials.runOf([entry, conditionStep(2, 'x')]);
    assert.deepEqual([run.status, ...outline(run)], ['success', '0 success', '1 skipped']);
    const failed = await trials.runOf([step('flow.stop', 1, { outcome: 'failed', reason: 'Out of stock.' })]);
    assert.deepEqual([failed.status, failed.error], ['failed', 'Out of stock.']);
  });

  it('runs of flows in the sandbox skip the children of a branch that is not taken', async () => {
    const branch = { left: 1, operator: 'greaterThan', right: 2 };
    const run = await trials.runOf([step('flow.branch', 1, branch, { children: [conditionStep(1, 'x')] })]);
    assert.deepEqual(outline(run), ['0 success', '0 0 skipped']);
  });

  it('runs of flows in the sandbox stop at the first step that fails, name it, and skip the others', async () => {
    const run = await trials.runOf([
      conditionStep(1, 'x'),
      failingStep(2, { nameOverride: 'Ask nobody' }),
      conditionStep(3, 'x'),
    ]);
    assert.deepEqual(outline(run), ['0 success', '1 failed', '2 skipped']);
    assert.match(run.error ?? '', /^Step 2 “Ask nobody”: \{\{event\.payload\.nobody\}\} is undefined/);
    assert.equal(stepsOf(run)[1]?.code, 'invalid_config');
  });

  it('runs of flows in the sandbox continue after a failed step with continueOnError, also inside a repeat', async () => {
    const run = await trials.runOf([
      failingStep(1, { continueOnError: true }),
      step('flow.repeat', 2, { times: 2 }, { children: [failingStep(1, { continueOnError: true })] }),
      step('flow.repeat', 3, { times: 2 }, { continueOnError: true, children: [failingStep(1)] }),
      conditionStep(4, 'x'),
    ]);
    assert.equal(run.status, 'success');
    assert.deepEqual(outline(run), [
      '0 failed',
      '1 success',
      '1 0 0 failed',
      '1 0 1 failed',
      '2 failed',
      '2 0 0 failed',
      '3 success',
    ]);
  });

  it('runs of flows in the sandbox check parameters against the schema of the action after resolving expressions', async () => {
    const run = await trials.runOf([step('flow.wait', 1, { seconds: '{{event.payload.long}}' })], {
      long: -1,
    });
    assert.equal(stepsOf(run)[0]?.code, 'client_error');
    assert.match(run.error ?? '', /^Step 1 “Wait”: params\.seconds does not fit the action/);
  });

  it('runs of flows in the sandbox wait for the requested time on the clock of the sandbox', async () => {
    sandbox.clock.freeze(true);
    const flow = await trials.createFlow([
      step('flow.wait', 1, { duration: 'PT90S' }),
      conditionStep(2, 'x'),
    ]);
    await trials.fire();
    const standing = await trials.waiting(flow);
    assert.deepEqual([standing.status, ...outline(standing)], ['running', '0 running']);
    sandbox.clock.advance(89_999);
    assert.equal((await trials.waiting(flow)).status, 'running');
    sandbox.clock.advance(1);
    const run = await trials.ended(flow);
    assert.deepEqual([run.status, stepsOf(run)[0]?.output], ['success', { waitedMs: 90_000 }]);
    assert.equal(Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? ''), 90_000);
  });

  it('runs of flows in the sandbox are aborted between steps and cannot be aborted twice', async () => {
    const flow = await trials.createFlow([step('flow.wait', 1, { seconds: 60 }), conditionStep(2, 'x')]);
    await trials.fire();
    const { id } = await trials.waiting(flow);
    const { value } = await sandbox.client.abortExecution({ params: { executionId: id } });
    assert.equal(value.data.status, 'cancelled');
    assert.ok(!('files' in value.data) && !('createdBy' in value.data));
    const run = await trials.ended(flow);
    assert.deepEqual([run.status, ...outline(run)], ['cancelled', '0 stopped']);
    const { failure, status } = await failureOf(
      sandbox.client.abortExecution({ params: { executionId: id } }),
    );
    assert.ok(failure.kind === 'refused');
    assert.deepEqual([status, failure.code], [409, 'execution_finished']);
    const { data } = (await sandbox.client.getFlow({ params: { flowId: flow.id } })).value;
    assert.equal(data.consecutiveFailures, 0);
  });

  it('runs of flows in the sandbox make a flow failing, blocked after five consecutive failures, and healthy after a success', async () => {
    const triggerId = await trials.customTrigger();
    const flow = await trials.createFlow([failingStep(1)], { triggerId });
    const states: unknown[] = [];
    for (let run = 0; run < 6; run++) {
      assert.equal(await trials.fire({}, triggerId), run < 5 ? 1 : 0);
      await trials.ended(flow);
      const { data } = (await sandbox.client.getFlow({ params: { flowId: flow.id } })).value;
      states.push([data.status, data.consecutiveFailures, data.lastFailureCode]);
    }
    assert.deepEqual(states, [
      ['failing', 1, 'invalid_config'],
      ['failing', 2, 'invalid_config'],
      ['failing', 3, 'invalid_config'],
      ['failing', 4, 'invalid_config'],
      ['blocked', 5, 'invalid_config'],
      ['blocked', 5, 'invalid_config'],
    ]);
    await sandbox.client.unblockFlow({ params: { flowId: flow.id } });
    await trials.fire({}, triggerId);
    assert.equal((await trials.ended(flow)).status, 'failed');
    const body = { actions: [conditionStep(1, 'x', { key: 'check' })] };
    await sandbox.client.replaceFlowActions({ params: { flowId: flow.id }, body });
    await trials.fire({}, triggerId);
    assert.equal((await trials.ended(flow)).status, 'success');
    const { data } = (await sandbox.client.getFlow({ params: { flowId: flow.id } })).value;
    assert.deepEqual([data.status, data.consecutiveFailures], ['healthy', 0]);
  });

  it('runs of flows in the sandbox do not change a flow without health monitoring', async () => {
    const flow = await trials.createFlow([failingStep(1)], { healthMonitoringEnabled: false });
    await trials.fire();
    await trials.ended(flow);
    const { data } = (await sandbox.client.getFlow({ params: { flowId: flow.id } })).value;
    assert.deepEqual([data.status, data.consecutiveFailures], ['healthy', 1]);
  });

  it('runs of flows in the sandbox respect the cooldown of a flow, or of each of its devices', async () => {
    sandbox.clock.freeze(true);
    const triggerId = await trials.customTrigger();
    const flow = await trials.createFlow([conditionStep(1, 'x')], { triggerId, cooldownSeconds: 60 });
    assert.deepEqual([await trials.fire({}, triggerId), await trials.fire({}, triggerId)], [1, 0]);
    sandbox.clock.advance(59_999);
    assert.equal(await trials.fire({}, triggerId), 0);
    sandbox.clock.advance(1);
    assert.equal(await trials.fire({}, triggerId), 1);
    assert.equal((await trials.runsOf(flow)).length, 2);

    const other = await trials.customTrigger();
    const [phone, tablet] = [demoDeviceId('phone'), demoDeviceId('tablet')];
    const body = { triggerId: other, cooldownSeconds: 60, cooldownScope: 'device' } as const;
    const byDevice = await trials.createFlow([conditionStep(1, 'x')], { ...body, deviceIds: [phone] });
    await trials.fire({}, other);
    const change = { deviceIds: [phone, tablet] };
    await sandbox.client.updateFlow({ params: { flowId: byDevice.id }, body: change });
    assert.equal(await trials.fire({}, other), 1);
    await trials.ended(byDevice);
    const devices = (await trials.runsOf(byDevice)).map(run => stepsOf(run).map(one => one.deviceId));
    assert.deepEqual(devices.toSorted(), [[phone], [tablet]].toSorted());
  });

  it('runs of flows in the sandbox use each device of a flow in turn', async () => {
    const deviceIds = [demoDeviceId('tablet'), demoDeviceId('phone')];
    const flow = await trials.createFlow([conditionStep(1, '{{device.name}}'), failingStep(2)], {
      deviceIds,
    });
    await trials.fire();
    const run = await trials.ended(flow);
    assert.deepEqual(
      stepsOf(run).map(one => [one.deviceId, one.index, one.status]),
      deviceIds.flatMap(id => [
        [id, 0, 'success'],
        [id, 1, 'failed'],
      ]),
    );
  });

  it('runs of flows in the sandbox verify a disabled flow, which can be activated then, and do not change its health', async () => {
    const flow = await trials.createFlow([conditionStep(1, '{{event.payload.x}}')], { enabled: false });
    const params = { flowId: flow.id };
    const execution = trials.verify(flow.id, { x: 1 });
    assert.deepEqual([execution.kind, execution.status], ['verification', 'pending']);
    await trials.ended(flow);
    const body = { verificationExecutionId: execution.id };
    assert.equal((await sandbox.client.activateFlow({ params, body })).value.data.enabled, true);
    const failed = await trials.createFlow([failingStep(1)], { enabled: false });
    trials.verify(failed.id);
    await trials.ended(failed);
    const { data } = (await sandbox.client.getFlow({ params: { flowId: failed.id } })).value;
    assert.deepEqual([data.status, data.lastTriggeredAt], ['healthy', null]);
    const [run] = await trials.runsOf(failed);
    const refused = await failureOf(
      sandbox.client.activateFlow({
        params: { flowId: failed.id },
        body: { verificationExecutionId: run?.id ?? '' },
      }),
    );
    assert.ok(refused.failure.kind === 'refused');
    assert.equal(refused.failure.code, 'verification_invalid');
  });

  it('runs of flows in the sandbox report what a flow would do without doing it', async () => {
    const flow = await trials.createFlow(
      [
        conditionStep(1, '{{event.payload.x}} {{steps.earlier.body.taken}}'),
        conditionStep(2, '{{event.payload.x}}'),
      ],
      { cooldownSeconds: 60 },
    );
    const params = { flowId: flow.id };
    const { data } = (await sandbox.client.dryRunFlow({ params, body: { payload: { x: 7 } } })).value;
    assert.deepEqual([data.wouldFire, data.activation, data.conditionsPassed], [true, 'custom', null]);
    assert.deepEqual(data.gates, {
      enabled: true,
      deviceAttached: false,
      deviceIds: [],
      blocked: false,
      cooldownActive: false,
    });
    const lefts = data.actions?.map(action => (action.params as { left: unknown }).left);
    assert.deepEqual(lefts, ['{{event.payload.x}} {{steps.earlier.body.taken}}', 7]);
    assert.deepEqual(await trials.runsOf(flow), []);
    await trials.fire();
    const after = (await sandbox.client.dryRunFlow({ params })).value.data;
    assert.deepEqual([after.wouldFire, after.gates?.cooldownActive], [false, true]);
    const order = await trials.createFlow([conditionStep(1, 'x')], { triggerId: demoTriggerId('order') });
    const bad = { payload: { orderId: 0 } };
    const judged = (await sandbox.client.dryRunFlow({ params: { flowId: order.id }, body: bad })).value.data;
    assert.equal(judged.wouldFire, false);
    assert.deepEqual(judged.validation?.errors?.map(error => error.field).toSorted(), ['', 'orderId']);
  });
});

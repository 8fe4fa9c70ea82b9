import assert from 'node:assert/strict';
import { HIDDEN } from '../../src/util/hidden.ts';
import { DebugSession } from '../../src/sandbox/control/debug/debugSession.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { demoWebhookId } from '../../src/sandbox/demo/webhooks.ts';
import { DebugRunner, log, refusalOf } from '../support/debugRunner.ts';
import { type Entry, failingStep, FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const phone = demoDeviceId('phone');
const openMaps = step('device.launchApp', 1, { platform: 'android', app: 'org.sandbox.maps' });

describe('debugRuns', () => {
  let sandbox: TestSandbox;
  let flows: FlowRunner;
  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0.01 });
    flows = new FlowRunner(sandbox);
  });
  afterEach(() => sandbox.stop());

  const start = (actions: Entry[], body?: Parameters<typeof DebugRunner.start>[2]): Promise<DebugRunner> =>
    DebugRunner.start(sandbox, actions, body);
  const executions = async (): Promise<readonly string[]> => {
    const { items } = (await sandbox.client.listExecutions({ query: { pageSize: 100 } })).value;
    return (items ?? []).map(({ id }) => id);
  };

  it('the debug runs of a sandbox leave only the phone changed if they are trials', async () => {
    const before = await executions();
    const send = step('webhooks.send', 2, { webhookId: demoWebhookId('local'), data: { a: 1 } });
    const run = await start([openMaps, send], { deviceIds: [phone], stopOnEntry: true });
    await run.stopped();
    assert.equal(await run.step('next'), 'step 1');
    assert.match(
      JSON.stringify((await sandbox.client.getUiState({ params: { deviceId: phone } })).value),
      /org\.sandbox\.maps/,
    );
    assert.deepEqual(await run.finish(), ['success', undefined]);
    assert.deepEqual(await executions(), before);
    assert.equal(sandbox.service.store.deliveries.count({ where: { status: 'pending' } }), 0);
    const shown = await run.trace();
    assert.deepEqual(
      shown.map(({ index, status }) => [index, status]),
      [
        [0, 'success'],
        [1, 'success'],
      ],
    );
    assert.ok(shown[0]?.screenBefore !== shown[0]?.screenAfter);
    const { data } = (
      await sandbox.sandboxClient.getExecutionTrace({ params: { executionId: run.run.id }, query: {} })
    ).value;
    assert.deepEqual([data.run.kind, data.run.status, data.run.flowName], ['debug', 'success', 'Draft']);
    assert.ok(data.screens.length > 0);
  });

  it('the debug runs of a sandbox list the steps that did not run in the trace of a trial', async () => {
    const inside = { children: [log(1, 'inside')] };
    const run = await start([
      step('device.tap', 1, { target: { by: 'text', text: 'Nothing' } }),
      step('flow.repeat', 2, { times: 2 }, inside),
      log(3, 'last'),
    ]);
    assert.equal((await run.ended())[0], 'failed');
    assert.deepEqual(
      (await run.trace()).map(({ index, childIndex, status, method }) => [index, childIndex, status, method]),
      [
        [0, null, 'failed', 'device.tap'],
        [1, null, 'skipped', 'flow.repeat'],
        [1, 0, 'skipped', 'webhooks.log'],
        [2, null, 'skipped', 'webhooks.log'],
      ],
    );
  });

  it('the debug runs of a sandbox take an existing flow, as a trial or live', async () => {
    const flow = await flows.createFlow([log(1, 'x {{event.payload.a}}')], { deviceIds: [phone] });
    const trial = await start([], { flowId: flow.id, payload: { a: 1 } });
    assert.deepEqual(await trial.ended(), ['success', undefined]);
    assert.deepEqual(await flows.runsOf(flow), []);
    assert.deepEqual(trial.texts('step'), ['info: x 1']);
    const live = await start([], { flowId: flow.id, mode: 'live', payload: { a: 2 }, stopOnEntry: true });
    await live.stopped();
    assert.deepEqual(
      (await live.read()).threads.map(({ deviceId }) => deviceId),
      [phone],
    );
    assert.deepEqual(await live.finish(), ['success', undefined]);
    const [run] = await flows.runsOf(flow);
    assert.deepEqual([run?.id, run?.kind, run?.status], [live.run.id, 'live', 'success']);
    assert.equal((await live.trace()).length, 1);
  });

  it('the debug runs of a sandbox take an existing flow as its verification, which does not count for its health', async () => {
    const flow = await flows.createFlow([step('flow.stop', 1, { outcome: 'failed' })]);
    const run = await start([], { flowId: flow.id, mode: 'verification' });
    assert.equal((await run.ended())[0], 'failed');
    assert.equal((await run.read()).mode, 'verification');
    const [execution] = await flows.runsOf(flow);
    assert.deepEqual([execution?.id, execution?.kind], [run.run.id, 'dry_run']);
    const { data } = (await sandbox.client.getFlow({ params: { flowId: flow.id } })).value;
    assert.equal(data.lastTriggeredAt ?? undefined, undefined);
  });

  it('the debug runs of a sandbox do not verify a flow', async () => {
    const flow = await flows.createFlow([log(1, 'x')], { enabled: false });
    const run = await start([], { flowId: flow.id, mode: 'live' });
    assert.deepEqual(await run.ended(), ['success', undefined]);
    const body = { verificationExecutionId: run.run.id };
    const activation = sandbox.client.activateFlow({ params: { flowId: flow.id }, body });
    assert.equal(await refusalOf(activation), 'verification_invalid');
  });

  it('the debug runs of a sandbox need a flow or its ID, and a step and devices that exist', async () => {
    assert.equal(await refusalOf(start([], {})), 'invalid_request');
    assert.equal(await refusalOf(start([log(1, 'x')], { flowId: phone })), 'invalid_request');
    assert.equal(await refusalOf(start([log(1, 'x')], { mode: 'live' })), 'invalid_request');
    assert.equal(await refusalOf(start([], { flowId: phone })), 'flow_not_found');
    assert.equal(await refusalOf(start([log(1, 'x')], { from: { index: 1 } })), 'invalid_request');
    assert.equal(
      await refusalOf(start([log(1, 'x')], { earlier: { executionId: phone } })),
      'execution_not_found',
    );
    assert.match(
      await refusalOf(start([log(1, 'x')], { deviceIds: [demoTriggerId('custom')] })),
      /not_found/,
    );
    const run = await start([log(1, 'x')], { stopOnEntry: true });
    await run.stopped();
    assert.equal(await refusalOf(run.details(2)), 'thread_not_found');
    await run.end();
  });

  it('the debug runs of a sandbox start with a step and the data of an earlier run', async () => {
    const actions = [
      log(1, 'one {{event.payload.name}}', 'one'),
      step(
        'flow.repeat',
        2,
        { times: 2 },
        { children: [log(1, '{{index}}:a', 'first-child'), log(2, '{{steps.one.body.line}}')] },
      ),
    ];
    const first = await start(actions, { payload: { name: 'Ada' } });
    await first.ended();
    const from = { index: 1, childIndex: 1, round: 1 };
    const run = await start(actions, { from, earlier: { executionId: first.run.id }, stopOnEntry: true });
    assert.equal(await run.place(), 'entry 1.1 round 1');
    assert.equal(await run.evaluate('event.payload.name'), 'Ada');
    assert.equal(await run.evaluate('steps.first-child.body.line'), 'info: 1:a');
    assert.deepEqual(await run.finish(), ['success', undefined]);
    assert.deepEqual(run.steps(), ['1.1/1 success', '1 success']);
    assert.deepEqual(run.texts('step'), ['info: info: one Ada']);
  });

  it('the debug runs of a sandbox start with a step of a changed flow, whose steps have other places in the earlier run', async () => {
    const first = await start([log(1, 'one'), log(2, 'two')]);
    await first.ended();
    const actions = [log(1, 'new'), log(2, 'two'), log(3, 'one', 'one'), log(4, '{{steps.one.body.line}}')];
    const places = [
      { step: { index: 2 }, was: { index: 0 } },
      { step: { index: 1, childIndex: null }, was: { index: 1 } },
    ];
    const earlier = { executionId: first.run.id, places };
    const second = await start(actions, { from: { index: 3 }, earlier });
    assert.deepEqual(await second.ended(), ['success', undefined]);
    assert.deepEqual(second.texts('step'), ['info: info: one']);
    // Its evidence includes what it took, so that others can use it in turn.
    assert.deepEqual(
      (await second.trace()).map(({ index, output }) => [index, output]),
      [
        [2, { line: 'info: one' }],
        [1, { line: 'info: two' }],
        [3, { line: 'info: info: one' }],
      ],
    );
    const third = await start(actions, { from: { index: 3 }, earlier: { executionId: second.run.id } });
    assert.deepEqual(await third.ended(), ['success', undefined]);
    assert.deepEqual(third.texts('step'), ['info: info: one']);
  });

  it('the debug runs of a sandbox are read as trial runs, unless they are live', async () => {
    const read = async (trialId: string): Promise<readonly unknown[]> => {
      const { data } = (await sandbox.sandboxClient.getTrial({ params: { trialId } })).value;
      return [data.kind, data.status, stepsOf(data).map(({ status }) => status)];
    };
    const run = await start([log(1, 'x'), log(2, 'y')], { breakpoints: [{ step: { index: 1 } }] });
    await run.stopped();
    assert.deepEqual(await read(run.run.id), ['trial', 'running', ['success']]);
    await run.finish();
    assert.deepEqual(await read(run.run.id), ['trial', 'success', ['success', 'success']]);
    const flow = await flows.createFlow([log(1, 'x')]);
    const live = await start([], { flowId: flow.id, mode: 'live' });
    await live.ended();
    assert.equal(await refusalOf(read(live.run.id)), 'trial_not_found');
  });

  it('the debug runs of a sandbox start with the data of a trial run', async () => {
    const actions = [log(1, 'one', 'one'), log(2, '{{steps.one.body.line}}')];
    const { value } = await sandbox.sandboxClient.startTrial({
      body: { flow: { name: 'Draft', actions }, step: { index: 0 } },
    });
    const executionId = value.data.id;
    const ended = async (): Promise<string | null | undefined> =>
      (await sandbox.sandboxClient.getTrial({ params: { trialId: executionId } })).value.data.status;
    await until('the trial run', ended, 'success');
    const run = await start(actions, { from: { index: 1 }, earlier: { executionId } });
    assert.deepEqual(await run.ended(), ['success', undefined]);
    assert.deepEqual(run.texts('step'), ['info: info: one']);
  });

  it('the debug runs of a sandbox start with a step of a flow that ran before, unless its payload is not known', async () => {
    const actions = [
      failingStep(1, { key: 'check' }),
      log(2, '{{event.payload.name}} {{steps.check.status}}'),
    ];
    const flow = await flows.createFlow(actions);
    flows.verify(flow.id, { name: 'Ada' });
    const { id: executionId } = await flows.ended(flow);
    const run = await start([], { flowId: flow.id, from: { index: 1 }, earlier: { executionId } });
    assert.deepEqual(await run.ended(), ['success', undefined]);
    assert.deepEqual(run.texts('step'), ['info: Ada failed']);
    flows.verify(flow.id, { name: 'Ada', password: 'secret' });
    const secret = (await flows.ended(flow)).id;
    const body = { flowId: flow.id, from: { index: 1 }, earlier: { executionId: secret } };
    assert.equal(await refusalOf(start([], body)), 'payload_hidden');
    const given = await start([], { ...body, payload: { name: 'Eve' } });
    assert.deepEqual(await given.ended(), ['success', undefined]);
  });

  it('the debug runs of a sandbox abort a run whose debugger is gone, by the clock of the sandbox', async () => {
    sandbox.clock.freeze(true);
    const run = await start([log(1, 'x'), log(2, 'y')], { stopOnEntry: true });
    await run.stopped();
    sandbox.clock.advance(59_000);
    assert.equal((await run.read()).status, 'running');
    sandbox.clock.advance(59_000);
    assert.equal((await run.read()).status, 'running', 'a call shows that the debugger is there');
    sandbox.clock.advance(60_000);
    const { status, error, threads } = await run.read();
    assert.deepEqual([status, error], ['cancelled', 'The debugger was gone for 60 s.']);
    assert.equal(threads[0]?.status, 'ended');
    assert.deepEqual(run.steps(), []);
  });

  it('the debug runs of a sandbox wait for a debugger that waits for events', async () => {
    sandbox.clock.freeze(true);
    const run = await start([log(1, 'x')], { stopOnEntry: true, timeoutSeconds: 5 });
    await run.stopped();
    const ended = run.ended();
    const [session] = [...sandbox.service.controls.values()];
    assert.ok(session instanceof DebugSession);
    const isWaiting = (): Promise<boolean> => Promise.resolve(session.events.waiting > 0);
    await until('the call that waits', isWaiting, Boolean);
    sandbox.clock.advance(60_000);
    assert.equal((await sandbox.sandboxClient.listDebugRuns({})).value.data[0]?.status, 'running');
    await run.command('continue');
    assert.deepEqual(await ended, ['success', undefined]);
  });

  it('the debug runs of a sandbox are aborted by their debugger, or as an execution', async () => {
    const run = await start([log(1, 'x'), log(2, 'y')], { breakpoints: [{ step: { index: 1 } }] });
    await run.stopped();
    const { status, error } = await run.end();
    assert.deepEqual([status, error], ['cancelled', 'The debugger ended the run.']);
    assert.deepEqual(await run.ended(), ['cancelled', 'The debugger ended the run.']);
    const flow = await flows.createFlow([log(1, 'x'), log(2, 'y')]);
    const live = await start([], { flowId: flow.id, mode: 'live', breakpoints: [{ step: { index: 1 } }] });
    await live.stopped();
    await sandbox.client.abortExecution({ params: { executionId: live.run.id } });
    assert.deepEqual(await live.ended(), ['cancelled', 'Aborted by the caller.']);
    const data = (await sandbox.client.getExecution({ params: { executionId: live.run.id } })).value.data;
    assert.deepEqual(
      stepsOf(data).map(({ status: shown }) => shown),
      ['success'],
    );
  });

  it('the debug runs of a sandbox go on without their debugger if it wants that', async () => {
    const run = await start([log(1, 'x'), log(2, 'y')], {
      stopOnEntry: true,
      breakpoints: [{ step: { index: 1 } }],
    });
    await run.stopped();
    await run.end('continue');
    assert.deepEqual(await run.ended(), ['success', undefined]);
    assert.equal(await refusalOf(run.command('pause')), 'debug_run_released');
  });

  it('the debug runs of a sandbox leave the device to others while they are stopped', async () => {
    const flow = { name: 'Draft', actions: [step('flow.wait', 1, { seconds: 3600 })] };
    const trial = { flow, step: { index: 0 }, deviceId: phone };
    const run = await start([openMaps, step('flow.wait', 2, { seconds: 3600 })], {
      deviceIds: [phone],
      stopOnEntry: true,
    });
    await run.stopped();
    const started = (await sandbox.sandboxClient.startTrial({ body: trial })).value.data;
    assert.equal(await refusalOf(start([openMaps], { deviceIds: [phone] })), 'device_busy');
    await sandbox.sandboxClient.stopTrial({ params: { trialId: started.id } });
    assert.equal(await run.step('next'), 'step 1');
    await run.command('continue');
    await run.until('continued');
    assert.equal(await refusalOf(sandbox.sandboxClient.startTrial({ body: trial })), 'device_busy');
    await run.end();
  });

  it('the debug runs of a sandbox are limited, and the last four that ended are kept', async () => {
    const stopped = { stopOnEntry: true };
    const runs = await Promise.all(Array.from({ length: 8 }, () => start([log(1, 'x')], stopped)));
    assert.equal(await refusalOf(start([log(1, 'x')])), 'too_many_debug_runs');
    for (const run of runs) await run.end();
    const last = await start([log(1, 'x')]);
    const known = (await sandbox.sandboxClient.listDebugRuns({})).value.data.map(({ id }) => id);
    assert.deepEqual(known, [...runs.slice(-3).map(({ run }) => run.id), last.run.id]);
    assert.equal(await refusalOf(runs[0]!.read()), 'debug_run_not_found');
  });

  it('the debug runs of a sandbox keep a limited number of events, and say how many are missing', async () => {
    const run = await start([step('flow.repeat', 1, { times: 600 }, { children: [log(1, 'x')] })], {
      breakpoints: [{ step: { index: 0, childIndex: 0 }, logMessage: 'n {{index}}' }],
    });
    await until(
      'the end of the run',
      () => run.read(),
      ({ status }) => status === 'success',
    );
    const query = { after: 1 };
    const { data } = (await sandbox.sandboxClient.readDebugEvents({ params: { debugId: run.run.id }, query }))
      .value;
    assert.equal(data.events.length, 1000);
    assert.equal(data.events.at(-1)?.id, data.last);
    assert.equal(data.missed, data.last - 1001);
  });

  it('the debug runs of a sandbox end when the sandbox is reset', async () => {
    const run = await start([log(1, 'x')], { stopOnEntry: true });
    await run.stopped();
    await sandbox.sandboxClient.resetSandbox({ body: {} });
    assert.equal(await refusalOf(run.read()), 'debug_run_not_found');
  });

  it('the debug runs of a sandbox end with the data when a snapshot is restored', async () => {
    const run = await start([log(1, 'x'), log(2, 'y')], { breakpoints: [{ step: { index: 1 } }] });
    await run.stopped();
    const { sandboxClient } = sandbox;
    const snapshot = (await sandboxClient.takeSnapshot({ body: { name: 'Stopped' } })).value.data;
    await sandboxClient.restoreSnapshot({ params: { snapshotId: snapshot.id } });
    assert.equal(await refusalOf(run.read()), 'debug_run_not_found');
    const params = { executionId: run.run.id };
    const { data } = (await sandboxClient.getExecutionTrace({ params, query: {} })).value;
    assert.deepEqual([data.run.status, data.steps.length], ['cancelled', 1]);
  });

  it('the debug runs of a sandbox hide secrets although no traces are kept', async () => {
    const other = await testSandbox({ timeScale: 0.01, traces: { runs: 0, days: 1 } });
    try {
      const run = await DebugRunner.start(other, [log(1, 'x')], {
        payload: { token: 'abc123' },
        stopOnEntry: true,
      });
      await run.stopped();
      assert.equal(await run.evaluate('event.payload.token'), HIDDEN);
      await run.finish();
      assert.deepEqual(other.service.store.traces.all(), []);
      assert.deepEqual(other.service.store.traceSteps.all(), []);
    } finally {
      await other.stop();
    }
  });
});

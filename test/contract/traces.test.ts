import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { TraceStep } from '../../src/contract/sandbox/traces.ts';
import { explainRun } from '../../src/flow/explain/explainStep.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { demoFlowId } from '../../src/sandbox/demo/flows.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { startReceiver } from '../support/receiver.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';
import { evidenceBytes, mixedSteps, readTraceOf } from '../support/traces.ts';

const PHONE = { deviceIds: [demoDeviceId('tablet')] };
const byText = (text: string): object => ({ target: { by: 'text', text } });

describe('traces: trace of a run', () => {
  let sandbox: TestSandbox;
  let runs: FlowRunner;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
    runs = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  it('the trace of a run has the evidence of each step', async () => {
    const flow = await runs.createFlow(
      [
        step('device.openUrl', 1, { url: 'form:' }),
        step('device.tap', 2, { target: { by: 'resourceId', resourceId: 'org.sandbox.form:id/form.name' } }),
        step(
          'device.typeText',
          3,
          { text: 'Order {{event.payload.order}}', stealth: true },
          { key: 'order' },
        ),
        step('device.swipe', 4, { gesture: { direction: 'up' }, stealth: true }),
        step('webhooks.log', 5, { message: 'Typed {{steps.order.body.length}}' }),
        step('device.tap', 6, byText('Nothing like this')),
        step('flow.wait', 7, { seconds: 1 }),
      ],
      PHONE,
    );
    await runs.fire({ order: 77 });
    const { id, error } = await runs.ended(flow);
    const { run, steps, screens } = await readTraceOf(sandbox, id, 3);
    assert.equal(run.error, error);
    assert.deepEqual(run.payload, { order: 77 });
    assert.deepEqual(
      run.devices?.map(device => device.id),
      PHONE.deviceIds,
    );
    assert.deepEqual(
      steps.map(({ index, status }) => [index, status]),
      [0, 1, 2, 3, 4, 5, 6].map(index => [index, index < 5 ? 'success' : index === 5 ? 'failed' : 'skipped']),
    );
    const [open, tap, type, swipe, log, missing] = steps;
    const screen = (screenId: string | null | undefined) => screens.find(one => one.id === screenId);
    assert.equal(screen(open?.screenBefore)?.app, 'Home');
    assert.equal(screen(open?.screenAfter)?.app, 'Form');
    assert.equal(open?.screenAfter, tap?.screenBefore);
    assert.deepEqual(
      [tap?.target?.selector?.['by'], tap?.gestures?.map(({ kind, path }) => [kind, path.length])],
      ['resourceId', [['tap', 1]]],
    );
    assert.ok(screen(tap?.screenAfter)?.keyboardVisible);
    assert.deepEqual(type?.params, { text: 'Order 77', stealth: true });
    assert.deepEqual(type.values, [{ path: ['text'], expression: '{{event.payload.order}}', value: 77 }]);
    assert.ok(screen(type.screenAfter)?.elements?.some(({ text }) => text === 'Order 77'));
    const [gesture] = swipe?.gestures ?? [];
    assert.ok(gesture?.stealth);
    assert.notEqual(gesture.path[0]?.x, gesture.asked['startX']);
    assert.deepEqual(log?.log, ['info: Typed 8']);
    assert.match(missing?.error ?? '', /“Nothing like this”/);
    assert.equal(missing?.code, 'logic');
    const params = { executionId: id, screenId: type.screenAfter ?? '' };
    const png = (await sandbox.sandboxClient.getTraceScreen({ params })).value;
    assert.deepEqual([...png.slice(1, 4)], [...Buffer.from('PNG')]);
  });

  it('the trace of a run has requests, events, mails, and the attempts of self-healing', async () => {
    const receiver = await startReceiver(() => 500);
    sandbox.service.loopbackPorts.add(Number(new URL(receiver.url).port));
    try {
      const actions = [
        step('device.tap', 1, byText('Setting')),
        step('webhooks.request', 2, { url: receiver.url, method: 'POST', body: { a: 1 } }),
      ];
      const flow = await runs.createFlow(actions, { ...PHONE, selfHealingEnabled: true });
      await runs.fire();
      const { id } = await runs.ended(flow);
      const [tap, request] = (await readTraceOf(sandbox, id)).steps;
      assert.equal(tap?.status, 'success');
      assert.deepEqual(
        tap.attempts?.map(({ error }) => error),
        ['No element with the text “Setting” is on the screen.'],
      );
      assert.deepEqual(
        request?.requests?.map(({ method, body, status }) => ({ method, body, status })),
        [{ method: 'POST', body: { a: 1 }, status: 500 }],
      );
    } finally {
      receiver.stop();
    }
    const signIn = runs.verify(demoFlowId('sign-in'));
    await runs.ended({ id: demoFlowId('sign-in') });
    const { steps } = await readTraceOf(sandbox, signIn.id);
    assert.ok(steps.some(({ gestures }) => gestures?.some(({ kind }) => kind === 'text')));
  });

  it('the trace of a run never contains passwords, passcodes, or parameters marked as secret', async () => {
    const receiver = await startReceiver(() => 204);
    sandbox.service.loopbackPorts.add(Number(new URL(receiver.url).port));
    const secrets = [
      'canaryMarked77',
      'canaryTyped88',
      'canaryTask99',
      'canary-header',
      'pwNamed11',
      '731905',
    ];
    try {
      const resource = (id: string): object => ({
        target: { by: 'resourceId', resourceId: `org.sandbox.${id}` },
      });
      const bearer = { type: 'bearer', token: '{{event.payload.marked}}' };
      const flow = await runs.createFlow(
        [
          step('webhooks.log', 1, { message: 'before {{event.payload.typed}}' }),
          step('webhooks.request', 2, {
            url: `${receiver.url}?q={{event.payload.marked}}`,
            method: 'POST',
            authentication: bearer,
            headers: { 'x-api-key': 'canary-header' },
            body: { note: '{{event.payload.marked}}' },
          }),
          step('device.openUrl', 3, { url: 'form:' }),
          step('device.tap', 4, resource('form:id/form.password')),
          step('device.typeText', 5, { text: '{{event.payload.typed}}' }),
          step('mailbox.waitForPasscode', 6, { mailboxId: demoMailboxId('gmail') }, { key: 'passcode' }),
          step('webhooks.log', 7, { message: 'code {{steps.passcode.body.code}}' }),
          step('device.openUrl', 8, { url: 'messages:' }),
          step('agent.extract', 9, {
            source: { kind: 'screen' },
            fields: { code: { type: 'string', required: false } },
          }),
          step('device.typeText', 10, { text: 'canaryTask99' }, { continueOnError: true }),
          step('webhooks.log', 11, { message: 'password', values: { password: 'pwNamed11' } }),
          step('device.readElement', 12, {
            element: { by: 'text', text: '{{steps.passcode.body.code}}', exact: false },
            pattern: 'never',
          }),
        ],
        PHONE,
      );
      await runs.fire({ marked: 'canaryMarked77', typed: 'canaryTyped88' });
      await runs.runWhen(flow, run => stepsOf(run)[5]?.status === 'running');
      const client = sandbox.sandboxClient;
      await client.deliverMessage({
        params: { mailboxId: demoMailboxId('gmail') },
        body: { subject: 'Your code', text: 'Your code is 731 905.' },
      });
      const run = await runs.ended(flow);
      const trace = await readTraceOf(sandbox, run.id);
      assert.deepEqual(
        trace.steps.filter(({ status }) => status === 'failed').map(({ index }) => index),
        [9, 11],
      );
      const { store } = sandbox.service;
      const where = { executionId: run.id };
      const stored = [store.traces.get(run.id), store.traceSteps.all(where), store.traceScreens.all(where)];
      for (const text of [JSON.stringify(trace), JSON.stringify(stored)])
        for (const secret of [...secrets, '731 905'])
          assert.ok(
            !text.includes(secret),
            `${secret} in ${text.slice(text.indexOf(secret) - 300).slice(0, 400)}`,
          );
      assert.ok(JSON.stringify(run).includes('731905'), 'the execution itself has the passcode');
    } finally {
      receiver.stop();
    }
  });

  it('the trace of a run is deleted with its steps and screens beyond the number of runs and days', async () => {
    await sandbox.stop();
    sandbox = await testSandbox({ timeScale: 0, traces: { runs: 2, days: 3 } });
    runs = new FlowRunner(sandbox);
    const flow = await runs.createFlow([step('device.openUrl', 1, { url: 'form:' })], PHONE);
    const ids: string[] = [];
    for (let run = 0; run < 3; run++) {
      await runs.fire();
      ids.push((await runs.ended(flow)).id);
      sandbox.clock.advance(1000);
    }
    const { store } = sandbox.service;
    const kept = (): unknown[] =>
      ids.map(executionId => [
        store.traces.count({ where: { id: executionId } }),
        store.traceSteps.count({ where: { executionId } }),
        store.traceScreens.count({ where: { executionId } }) > 0,
      ]);
    assert.deepEqual(kept(), [
      [0, 0, false],
      [1, 1, true],
      [1, 1, true],
    ]);
    const gone = sandbox.request(`/../_sandbox/executions/${ids[0]}/trace`);
    assert.equal((await gone).status, 404);
    sandbox.clock.advance(4 * 86_400_000);
    const other = await runs.createFlow([step('flow.wait', 1, { seconds: 0 })]);
    await runs.fire();
    await runs.ended(other);
    assert.equal(store.traces.get(ids[1] ?? ''), undefined);
  });

  it('the trace of a run takes at most 3.75 kB per step, so 3 MB for 200 steps on 4 devices', async () => {
    const deviceIds = ['phone', 'tablet', 'foldable', 'no-geo'].map(demoDeviceId);
    const flow = await runs.createFlow(mixedSteps(30), { deviceIds });
    const { store, events } = sandbox.service;
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    events.on('flow.finished', ({ execution }) => {
      if (execution.flowId === flow.id) resolve(execution.id);
    });
    runs.verify(flow.id, { n: 1 });
    const executionId = await ended;
    assert.equal(store.traceSteps.count({ where: { executionId } }), 120);
    const bytes = evidenceBytes(store) / 120;
    assert.ok(bytes > 500 && bytes < 3750, `${bytes} bytes`);
  });

  it('the trace of a run can be read if a password is a word by which the phone knows its screens', async () => {
    const password = { by: 'resourceId', resourceId: 'org.sandbox.form:id/form.password' };
    const flow = await runs.createFlow(
      [
        step('device.openUrl', 1, { url: 'form:' }),
        step('device.tap', 2, { target: password }),
        step('device.typeText', 3, { text: 'form' }),
        step('device.pressKey', 4, { key: 'home' }),
      ],
      PHONE,
    );
    await runs.fire();
    const { id: executionId } = await runs.ended(flow);
    const { steps, screens } = (await sandbox.sandboxClient.getExecutionTrace({ params: { executionId } }))
      .value.data;
    assert.deepEqual(
      screens.map(screen => screen.packageName).filter((name, at, all) => all.indexOf(name) === at),
      ['org.sandbox.launcher', 'org.sandbox.form'],
    );
    assert.notEqual(steps[2]?.params?.['text'], 'form');
    const params = { executionId, screenId: screens.at(-1)?.id ?? '' };
    assert.ok((await sandbox.sandboxClient.getTraceScreen({ params })).value.length > 0);
  });

  it('the trace of a run is not recorded if no runs are kept', async () => {
    await sandbox.stop();
    sandbox = await testSandbox({ traces: { runs: 0, days: 3 } });
    runs = new FlowRunner(sandbox);
    const { id } = await runs.runOf([step('flow.wait', 1, { seconds: 0 })]);
    assert.equal((await sandbox.request(`/../_sandbox/executions/${id}/trace`)).status, 404);
  });
});

describe('traces: trace of a run in a killed sandbox', () => {
  let folder: string;
  let sandbox: SandboxProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-trace-'));
  });

  afterEach(async () => {
    await sandbox?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('the trace of a run in a killed sandbox can be read up to the step that ran', async () => {
    const args = ['--data', join(folder, 'state.db'), '--no-schedules'];
    sandbox = await launchSandbox(...args);
    const overridden = (method: string, position: number, params: object): object => ({
      actionId: demoActionId(method),
      position,
      overrides: { params },
    });
    const body = {
      name: 'Killed',
      triggerId: demoTriggerId('custom'),
      enabled: true,
      ...PHONE,
      actions: [
        overridden('device.openUrl', 1, { url: 'form:' }),
        overridden('device.longPress', 2, { x: 10, y: 900, duration: 9000 }),
      ],
    };
    const created = (await (await sandbox.request('POST', '/flows', body)).json()) as {
      data: { id: string };
    };
    await sandbox.request('POST', `/triggers/${demoTriggerId('custom')}/fire`, { payload: {} });
    const list = `/executions?flowId=${created.data.id}`;
    let executionId = '';
    const parts = async (): Promise<readonly TraceStep[]> => {
      const { items } = (await (await sandbox!.request('GET', list)).json()) as { items: { id: string }[] };
      executionId = items[0]?.id ?? '';
      const response = await sandbox!.request('GET', `/_sandbox/executions/${executionId}/trace`);
      if (!response.ok) return [];
      return ((await response.json()) as { data: { steps: never[] } }).data.steps;
    };
    while (!(await parts())[1]?.gestures) await turn();
    await sandbox.kill();
    sandbox = await launchSandbox(...args);
    let after = await parts();
    while (after[1]?.status === 'running') after = await parts();
    assert.deepEqual(
      after.map(({ status }) => status),
      ['success', 'failed'],
    );
    assert.ok(after[1]?.screenBefore);
    assert.equal(explainRun({ run: { executionId }, steps: after, screens: [] })?.cause, 'interrupted');
    assert.equal(after[1].gestures?.length, 1);
  });
});

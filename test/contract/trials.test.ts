import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ApiError } from '../../src/client/failure.ts';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import type { SandboxClient } from '../../src/client/sandboxClient.ts';
import { explainExecution, readEvidence } from '../../src/deploy/explainExecution.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { demoWebhookId } from '../../src/sandbox/demo/webhooks.ts';
import { Table } from '../../src/sandbox/store/table.ts';
import { conditionStep, type Entry, FlowRunner, step, stepsOf } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { readTraceOf } from '../support/traces.ts';
import { until } from '../support/until.ts';

type Body = Parameters<SandboxClient['startTrial']>[0]['body'];

const deviceId = demoDeviceId('phone');
const mailboxId = demoMailboxId('gmail');
const openMaps = (position: number): Entry =>
  step('device.launchApp', position, { platform: 'android', app: 'org.sandbox.maps' });
const waitAnHour = (position: number, key?: string): Entry =>
  step('flow.wait', position, { seconds: 3600 }, { key });

describe('trials', () => {
  let sandbox: TestSandbox;
  beforeEach(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  afterEach(() => sandbox.stop());

  async function start(actions: Entry[], body: Partial<Body> = {}): Promise<Execution> {
    const flow = { name: 'Draft', triggerId: demoTriggerId('custom'), actions };
    const given = { flow, step: { index: actions.length - 1 }, deviceId, ...body };
    return (await sandbox.sandboxClient.startTrial({ body: given })).value.data;
  }

  async function read(trialId: string): Promise<Execution> {
    return (await sandbox.sandboxClient.getTrial({ params: { trialId } })).value.data;
  }

  async function ended({ id }: Execution): Promise<Execution> {
    const isEnded = (run: Execution): boolean => FINISHED_EXECUTIONS.includes(run.status ?? '');
    return until('the end of the trial', () => read(id), isEnded);
  }

  const trial = async (actions: Entry[], body?: Partial<Body>): Promise<Execution> =>
    ended(await start(actions, body));

  const summary = (run: Execution): unknown[] =>
    stepsOf(run).map(({ index, childIndex, status }) => [
      childIndex == null ? index : `${index}.${childIndex}`,
      status,
    ]);

  function records(except: readonly string[]): Record<string, unknown> {
    const tables = Object.entries(sandbox.service.store).filter(
      (entry): entry is [string, Table<{ id: string }>] => entry[1] instanceof Table,
    );
    assert.ok(tables.length > 20);
    return Object.fromEntries(
      tables.filter(([name]) => !except.includes(name)).map(([name, table]) => [name, table.all()]),
    );
  }

  async function exampleFlow(name: string): Promise<Body['flow']> {
    const file = new URL(`../../examples/${name}.flow.json`, import.meta.url);
    return JSON.parse(await readFile(file, 'utf8')) as Body['flow'];
  }

  async function refusal(body: Partial<Body>, actions = [openMaps(1)]): Promise<ApiError['failure']> {
    const error: unknown = await start(actions, body).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ApiError);
    return error.failure;
  }

  it('a trial run keeps its evidence as long as the trial', async () => {
    const run = await trial([openMaps(1), step('device.assertText', 2, { contains: 'Nowhere at all' })]);
    const { steps, screens } = await readTraceOf(sandbox, run.id);
    assert.deepEqual(
      steps.map(({ status, params }) => [status, params]),
      [
        ['success', { platform: 'android', app: 'org.sandbox.maps' }],
        ['failed', { contains: 'Nowhere at all' }],
      ],
    );
    const screenId = steps[1]?.screenAfter ?? '';
    assert.equal(screens.find(({ id }) => id === screenId)?.app, 'Maps');
    const picture = await sandbox.sandboxClient.getTraceScreen({ params: { executionId: run.id, screenId } });
    assert.ok(picture.value.length > 100);
    const explained = await explainExecution(run, sandbox.sandboxClient);
    assert.match(
      explained[1]?.explanation?.sentence ?? '',
      /No text on the screen contains “Nowhere at all”/,
    );
    for (let more = 0; more < 4; more++) await trial([step('flow.wait', 1, { seconds: 0 })]);
    assert.equal(await readEvidence(sandbox.sandboxClient, run.id), undefined);
    // Without evidence, the errors must do.
    assert.equal((await explainExecution(run, sandbox.sandboxClient))[1]?.explanation, undefined);
  });

  it('a trial run runs the steps up to one and shows their effect on the phone', async () => {
    const flow = await exampleFlow('first-steps');
    const run = await trial([], { flow, step: { index: 1 } });
    assert.deepEqual([run.status, run.error, run.kind], ['success', null, 'trial']);
    assert.deepEqual(summary(run), [
      [0, 'success'],
      [1, 'success'],
    ]);
    assert.deepEqual(stepsOf(run)[0]?.output, { app: 'org.sandbox.maps' });
    const screen = await sandbox.client.getUiState({ params: { deviceId } });
    assert.match(JSON.stringify(screen.value), /org\.sandbox\.maps/);
    assert.equal(sandbox.service.store.gestures.all({ deviceId })[0]?.kind, 'swipe');
  });

  it('a trial run begins on a phone without data of apps if asked to', async () => {
    const type = [
      step('device.launchApp', 1, { platform: 'android', app: 'org.sandbox.form' }),
      step('device.tap', 2, { target: { by: 'description', description: 'Name' } }),
      step('device.typeText', 3, { text: 'Ada' }),
    ];
    const typed = (): string | undefined =>
      sandbox.service.store.phones.get(deviceId)?.state.fields['form.name'];
    const names: unknown[] = [];
    for (const fresh of [undefined, false, true]) {
      await trial(type, fresh === undefined ? {} : { fresh });
      names.push(typed());
    }
    assert.deepEqual(names, ['Ada', 'AdaAda', 'Ada']);
  });

  it('a trial run runs a draft whose trigger is not chosen yet', async () => {
    for (const triggerId of ['', 'later', null, undefined]) {
      const flow = { name: 'Draft', triggerId, actions: [openMaps(1)] };
      const run = await trial([], { flow, step: { index: 0 } });
      assert.deepEqual([run.status, run.triggerId], ['success', null]);
    }
  });

  it('a trial run changes no record, sends nothing and emits nothing', async () => {
    const { service } = sandbox;
    const events: string[] = [];
    for (const name of [
      'app.event',
      'mail.received',
      'flow.finished',
      'device.changed',
      'task.changed',
    ] as const)
      service.events.on(name, () => events.push(name));
    const flow = await exampleFlow('sign-in');
    const before = records(['phones', 'gestures']);
    const signIn = await trial([], { flow, step: { index: flow.actions.length - 1 } });
    assert.equal(signIn.status, 'success', signIn.error ?? '');
    const others = await trial([
      step('webhooks.send', 1, { webhookId: demoWebhookId('local'), data: { a: 1 }, waitForAnswer: true }),
      step('webhooks.notify', 2, { title: 'T', severity: 'info' }),
      step('task.run', 3, { task: 'open maps' }),
      step('device.reboot', 4),
      step('device.screenshot', 5, { name: 'end' }),
    ]);
    assert.equal(others.status, 'success', others.error ?? '');
    assert.deepEqual(stepsOf(others)[0]?.output, { deliveryId: 'dlv_trial', statusCode: null });
    assert.deepEqual(stepsOf(others)[1]?.output, { deliveries: 0 });
    assert.deepEqual(records(['phones', 'gestures']), before);
    assert.deepEqual(events, []);
    const lists = (await sandbox.client.listExecutions({ query: { pageSize: 100 } })).value.items ?? [];
    assert.ok(!lists.some(({ id }) => id === signIn.id || id === others.id));
  });

  it('a trial run does not use up the random numbers of the sandbox', async () => {
    const other = await testSandbox();
    try {
      const expected = [other.service.random(), other.service.random()];
      const first = sandbox.service.random();
      await trial([step('device.swipe', 1, { gesture: { direction: 'left' }, stealth: true })]);
      assert.deepEqual([first, sandbox.service.random()], expected);
    } finally {
      await other.stop();
    }
  });

  it('a trial run runs one step alone with the results of earlier ones', async () => {
    const actions = [
      waitAnHour(1),
      waitAnHour(2, 'second'),
      conditionStep(3, '{{steps.second.body.waitedMs}}'),
    ];
    const { actionId } = actions[1]!;
    const earlier = { steps: [{ index: 1, actionId, status: 'success', output: { waitedMs: 7 } }] };
    const run = await trial(actions, { alone: true, earlier });
    assert.equal(run.status, 'success', run.error ?? '');
    assert.deepEqual(summary(run), [
      [0, 'skipped'],
      [1, 'success'],
      [2, 'success'],
    ]);
    assert.deepEqual(stepsOf(run)[2]?.output, { taken: true });
  });

  it('a trial run says which value is missing when a step alone needs an earlier one', async () => {
    const run = await trial([waitAnHour(1, 'first'), conditionStep(2, '{{steps.first.body.waitedMs}}')], {
      alone: true,
    });
    assert.equal(run.status, 'failed');
    assert.match(run.error ?? '', /^Step 2 .*steps\.first\.body\.waitedMs/);
  });

  it('a trial run ignores the results of steps with another action', async () => {
    const { actionId } = openMaps(1);
    const earlier = { steps: [{ index: 0, actionId, status: 'success', output: { waitedMs: 7 } }] };
    const actions = [waitAnHour(1, 'first'), conditionStep(2, '{{steps.first.body.waitedMs}}')];
    assert.equal((await trial(actions, { alone: true, earlier })).status, 'failed');
  });

  it('a trial run runs the first round of a repeated step up to a child, or the child alone', async () => {
    const children = [
      step('webhooks.log', 1, { message: '{{item}}' }, { key: 'item-text' }),
      step('webhooks.log', 2, { message: '{{index}} {{steps.item-text.body.line}}' }),
      step('webhooks.log', 3, { message: 'not reached' }),
    ];
    const actions = [step('flow.repeat', 1, { items: ['a', 'b'] }, { children })];
    const upTo = await trial(actions, { step: { index: 0, childIndex: 1 } });
    assert.equal(upTo.status, 'success', upTo.error ?? '');
    assert.deepEqual(
      stepsOf(upTo).map(({ childIndex, round, output }) => [childIndex, round, output]),
      [
        [null, null, { rounds: 2 }],
        [0, 0, { line: 'info: a' }],
        [1, 0, { line: 'info: 0 info: a' }],
      ],
    );
    const alone = await trial(actions, {
      step: { index: 0, childIndex: 1 },
      alone: true,
      earlier: { trialId: upTo.id, steps: stepsOf(upTo) },
    });
    assert.deepEqual(stepsOf(alone).find(({ childIndex }) => childIndex === 1)?.output, {
      line: 'info: 0 info: a',
    });
  });

  it('a trial run runs a child alone even if its branch is not taken', async () => {
    const children = [step('webhooks.log', 1, { message: 'here' })];
    const actions = [conditionStep(1, null, { children })];
    const body = { step: { index: 0, childIndex: 0 } };
    assert.deepEqual(summary(await trial(actions, body)), [
      [0, 'success'],
      ['0.0', 'skipped'],
    ]);
    assert.deepEqual(summary(await trial(actions, { ...body, alone: true })), [
      [0, 'success'],
      ['0.0', 'success'],
    ]);
  });

  it('a trial run reads children of ended steps', async () => {
    const children = [step('webhooks.log', 1, { message: 'x' }, { key: 'child' })];
    const actions = [
      step('flow.repeat', 1, { times: 1 }, { children }),
      conditionStep(2, '{{steps.child.body.line}}'),
    ];
    const first = await trial(actions, { step: { index: 0 } });
    const run = await trial(actions, { alone: true, earlier: { steps: stepsOf(first) } });
    assert.equal(run.status, 'success', run.error ?? '');
  });

  it('a trial run finds mail that came since the run that it continues, and mail of that trial', async () => {
    const waiting = step('mailbox.waitForPasscode', 2, { mailboxId, timeoutSeconds: 1 });
    const first = await trial([openMaps(1)]);
    await sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body: { passcode: true } });
    const earlier = { trialId: first.id, steps: stepsOf(first) };
    const run = await trial([openMaps(1), waiting], { alone: true, earlier });
    assert.equal(run.status, 'success', run.error ?? '');
    const alone = await trial([openMaps(1), waiting], { alone: true });
    assert.equal(alone.status, 'failed', 'mail from before does not count');
  });

  it('a trial run finds mail that came between its request and its start', async () => {
    const { clock } = sandbox;
    clock.freeze(true);
    const at = clock.at.bind(clock);
    const due: (() => void)[] = [];
    clock.at = (moment, task) => at(moment, () => due.push(task));
    const run = await start([step('mailbox.waitForPasscode', 1, { mailboxId, timeoutSeconds: 1 })]);
    await sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body: { passcode: true } });
    await until('the due run', () => due.length > 0, true);
    clock.at = at;
    clock.advance(5);
    for (const begin of due) begin();
    await until(
      'the wait for mail',
      () => read(run.id),
      ({ status }) => status !== 'pending',
    );
    clock.advance(2000);
    assert.equal((await ended(run)).status, 'success');
  });

  it('a trial run waits for mail that is delivered to the sandbox', async () => {
    const run = await start([step('mailbox.waitForPasscode', 1, { mailboxId, timeoutSeconds: 60 })]);
    await until(
      'the waiting step',
      async () => summary(await read(run.id)),
      shown => JSON.stringify(shown).includes('running'),
    );
    const body = { passcode: true };
    const { code } = (await sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body })).value.data;
    assert.deepEqual((stepsOf(await ended(run))[0]!.output as { code: string }).code, code);
  });

  it('a trial run stops when asked to, and frees the device', async () => {
    const run = await start([waitAnHour(1)]);
    await until(
      'the running step',
      async () => summary(await read(run.id)),
      shown => shown.length > 0,
    );
    const { data } = (await sandbox.sandboxClient.stopTrial({ params: { trialId: run.id } })).value;
    assert.deepEqual([data.status, data.error], ['cancelled', 'The trial run was stopped.']);
    assert.deepEqual(summary(data), [[0, 'stopped']]);
    assert.equal((await trial([openMaps(1)])).status, 'success');
    const again = (await sandbox.sandboxClient.stopTrial({ params: { trialId: run.id } })).value.data;
    assert.equal(again.status, 'cancelled');
  });

  it('a trial run stops after its time limit, by the computer’s clock', async () => {
    sandbox.clock.freeze(true);
    const run = await trial([waitAnHour(1)], { timeoutSeconds: 1 });
    const error = 'The trial run was stopped because it took longer than 1 s.';
    assert.deepEqual([run.status, run.error], ['failed', error]);
  });

  it('a trial run refuses a device in use, with the reason', async () => {
    const runner = new FlowRunner(sandbox);
    const run = await start([waitAnHour(1)]);
    const whileTrial = await refusal({});
    assert.ok(whileTrial.kind === 'refused');
    assert.equal(whileTrial.status, 409);
    assert.match(JSON.stringify(whileTrial), /A trial run is in progress on “Pixel phone”/);
    assert.equal((await trial([openMaps(1)], { deviceId: demoDeviceId('tablet') })).status, 'success');
    await sandbox.sandboxClient.stopTrial({ params: { trialId: run.id } });
    const triggerId = await runner.customTrigger();
    const flow = await runner.createFlow([waitAnHour(1)], { name: 'Live', deviceIds: [deviceId], triggerId });
    await runner.fire({}, triggerId);
    await runner.waiting(flow);
    assert.match(JSON.stringify(await refusal({})), /The flow “Live” is running on “Pixel phone”/);
  });

  it('a trial run refuses an unknown step, device and trial', async () => {
    assert.match(JSON.stringify(await refusal({ step: { index: 3 } })), /the flow has 1 steps/);
    const child = { step: { index: 0, childIndex: 0 } };
    assert.match(JSON.stringify(await refusal(child)), /there is no such step inside this step/);
    const unknown = await refusal({ deviceId: demoTriggerId('custom') });
    assert.ok(unknown.kind === 'refused' && unknown.status === 404);
    await assert.rejects(read(deviceId), /trial/);
    const gone = { ...openMaps(1), actionId: deviceId };
    const run = await trial([gone]);
    assert.match(run.error ?? '', /The action of this step does not exist/);
  });

  it('a trial run ends when the sandbox is reset', async () => {
    const run = await start([waitAnHour(1)]);
    await sandbox.sandboxClient.resetSandbox({ body: {} });
    await assert.rejects(read(run.id), /trial run/);
    assert.equal((await trial([openMaps(1)])).status, 'success');
  });
});

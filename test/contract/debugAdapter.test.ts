import assert from 'node:assert/strict';
import { runSteps } from '../../src/flow/run/runSteps.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { log } from '../support/debugRunner.ts';
import { DebugSession, FLOW_PATH } from '../support/debugSession.ts';
import { type Entry, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const [phone, tablet] = [demoDeviceId('phone'), demoDeviceId('tablet')];

describe('debugAdapter', () => {
  let sandbox: TestSandbox;
  let session: DebugSession;

  before(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  after(() => sandbox.stop());
  afterEach(() => session.close());

  function open(actions: readonly Entry[]): string {
    const text = JSON.stringify({ name: 'Draft', actions }, undefined, 2);
    session = new DebugSession(sandbox.sandboxClient, text);
    return text;
  }

  it('the debugger of flows with a sandbox starts with a step and the data of an earlier run, also where its steps have moved', async () => {
    open([log(1, 'one', 'one'), log(2, 'two'), log(3, '{{steps.one.body.line}}')]);
    await session.launch({ payload: {}, devices: [] });
    await session.end();
    const fromRun = session.runs.at(-1)?.id;
    await session.close();
    open([log(1, 'two'), log(2, 'one', 'one'), log(3, '{{steps.one.body.line}}'), log(4, 'four')]);
    const config = { payload: {}, devices: [], fromRun };
    await session.launch({ ...config, from: '3', to: '3' });
    await session.end();
    const last = session.runs.at(-1);
    assert.equal(last?.status, 'success');
    assert.deepEqual(
      runSteps(last.result).map(({ index, status, output }) => [index, status, output]),
      [
        [0, 'success', { line: 'info: two' }],
        [1, 'success', { line: 'info: one' }],
        [2, 'success', { line: 'info: info: one' }],
      ],
    );
    assert.match(session.console.join('\n'), /info: info: one/);
    await session.close();
    const added = step(
      'device.launchApp',
      2,
      { platform: 'android', app: 'org.sandbox.maps' },
      { key: 'maps' },
    );
    open([log(1, 'one'), added, log(3, '{{steps.maps.body.app}}')]);
    await assert.rejects(
      session.launch({ ...config, from: '3' }),
      /This run has no output of step “2 .+”, which step “3 .+” reads\. Choose another run\./,
    );
    await assert.rejects(
      session.launch({ payload: {}, devices: [], from: '3', fromRun: 'mine' }),
      /“fromRun” must be the ID of a run, "latest", or "none"\./,
    );
  });

  const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

  const frameOf = async (threadId: number): Promise<number> => {
    const { stackFrames } = await session.request('stackTrace', { threadId });
    return Number((stackFrames as { id: number }[])[0]?.id);
  };

  it('the debugger of flows with a sandbox stops at a breakpoint, changes a value that the next step reads, and steps over it', async () => {
    const text = open([log(1, 'one'), log(2, '{{event.payload.city}}', 'city'), log(3, 'three')]);
    await session.launch({ payload: { city: 'Paris' }, devices: [phone] }, [
      { line: lineOf(text, 'event.payload.city') },
    ]);
    const stop = await session.stop(1);
    assert.equal(stop['reason'], 'breakpoint');
    const threadId = Number(stop['threadId']);
    const [top] = await session.stack(threadId);
    assert.match(top ?? '', /^2 /);
    const trigger = await session.scope(threadId, 'Trigger');
    assert.equal(trigger.get('city')?.['value'], '"Paris"');
    const frameId = await frameOf(threadId);
    await session.request('setExpression', { frameId, expression: 'event.payload.city', value: 'Rome' });
    const { result } = await session.request('evaluate', {
      frameId,
      expression: '{{event.payload.city}}',
      context: 'repl',
    });
    assert.equal(result, '"Rome"');
    await session.request('next', { threadId });
    await session.stop(2);
    const second = await session.request('evaluate', {
      frameId: await frameOf(threadId),
      expression: 'steps.city.body.line',
    });
    assert.equal(second['result'], '"info: Rome"');
    await session.request('skipStep', { threadId });
    await session.end();
    assert.deepEqual(session.named('exited'), [{ exitCode: 0 }]);
    assert.equal(session.runs.at(-1)?.status, 'success');
    assert.deepEqual(session.devices, [phone]);
    assert.match(session.console.join('\n'), /^1 .* ✓/m);
  });

  it('the debugger of flows with a sandbox stops at a failed step, which runs again after its value was changed', async () => {
    open([
      step('device.launchApp', 1, { platform: 'android', app: '{{event.payload.app}}' }),
      log(2, 'done'),
    ]);
    await session.launch({ payload: { app: 'org.sandbox.nothing' }, devices: [phone] });
    const stop = await session.stop(1);
    assert.equal(stop['reason'], 'exception');
    const threadId = Number(stop['threadId']);
    const frameId = await frameOf(threadId);
    await session.request('setExpression', {
      frameId,
      expression: 'event.payload.app',
      value: 'org.sandbox.maps',
    });
    await session.request('runStepAgain', { threadId });
    await session.stop(2);
    await session.request('continue', { threadId });
    await session.end();
    assert.deepEqual(session.named('exited'), [{ exitCode: 0 }]);
  });

  it('the debugger of flows with a sandbox assigns to the item of a round in the console, and shows no results of the round before', async () => {
    const inside = { children: [log(1, 'at {{item.latitude}}'), log(2, 'last')] };
    const items = [{ latitude: 1 }, { latitude: 2 }];
    const text = open([step('flow.repeat', 1, { items }, inside)]);
    await session.launch({ payload: {}, devices: [] }, [{ line: lineOf(text, 'item.latitude') }]);
    const stop = await session.stop(1);
    const threadId = Number(stop['threadId']);
    await session.request('continue', { threadId });
    await session.stop(2);
    const frameId = await frameOf(threadId);
    const expression = 'item.latitude = 10';
    assert.equal(
      (await session.request('evaluate', { expression, frameId, context: 'repl' }))['result'],
      '10',
    );
    const results = [...(await session.scope(threadId, 'Steps')).values()]
      .map(({ name, value }) => `${String(name)}: ${String(value)}`)
      .filter(text => text.startsWith('1.'));
    assert.deepEqual(results, []);
    await session.request('continue', { threadId });
    await session.end();
    assert.match(session.console.join('\n'), /info: at 10/);
  });

  it('the debugger of flows with a sandbox says why a value cannot be assigned', async () => {
    open([log(1, 'one')]);
    await session.launch({ payload: {}, devices: [], stopOnEntry: true });
    const frameId = await frameOf(Number((await session.stop(1))['threadId']));
    const assign = (expression: string): Promise<unknown> =>
      session.request('evaluate', { expression, frameId, context: 'repl' });
    await assert.rejects(
      assign('item.latitude = 10'),
      /only a step that repeats for each item of a list has an item\./,
    );
    await assert.rejects(
      assign('flow.name = Ann'),
      /only the payload, outputs, and the item can be changed\./,
    );
  });

  it('the debugger of flows with a sandbox says why a step failed, and what to do, before the failure counts', async () => {
    const target = { by: 'text', text: 'Creat account' };
    open([
      step('device.launchApp', 1, { platform: 'android', app: 'org.sandbox.form' }),
      step('device.tap', 2, { target }),
    ]);
    await session.launch({ devices: [phone] });
    const stop = await session.stop(1);
    assert.equal(stop['reason'], 'exception');
    const info = await session.request('exceptionInfo', { threadId: Number(stop['threadId']) });
    assert.equal(
      info['description'],
      'No element says “Creat account”. The closest text is “Create account”.',
    );
    assert.match(JSON.stringify(info['details']), /Suggestion: Use “Create account”\./);
    await session.request('terminate', {});
    await session.end();
  });

  it('the debugger of flows with a sandbox runs on each device as a thread, and logs without stopping', async () => {
    const text = open([log(1, 'one'), log(2, 'two')]);
    await session.launch({ devices: [phone, tablet], stopOnEntry: true }, [
      { line: lineOf(text, '"two"'), logMessage: 'on {device.name}' },
    ]);
    const first = await session.stop(1);
    const { threads } = await session.request('threads', {});
    assert.deepEqual((threads as { id: number }[]).length, 2);
    await session.request('continue', { threadId: Number(first['threadId']) });
    const second = await session.stop(2);
    assert.notEqual(second['threadId'], first['threadId']);
    await session.request('continue', { threadId: Number(second['threadId']) });
    await session.end();
    assert.deepEqual(
      session.console.filter(line => line.startsWith('on ')),
      ['on Pixel phone', 'on Android tablet'],
    );
  });

  it('the debugger of flows with a sandbox jumps to another step, and ends when it is told to', async () => {
    const text = open([log(1, 'one'), log(2, 'two'), log(3, 'three')]);
    await session.launch({ devices: [phone] }, [{ line: lineOf(text, '"two"') }]);
    const threadId = Number((await session.stop(1))['threadId']);
    const source = { path: FLOW_PATH };
    const { targets } = await session.request('gotoTargets', { source, line: lineOf(text, '"three"') });
    await session.request('goto', { threadId, targetId: (targets as { id: number }[])[0]?.id ?? 0 });
    const jumped = await session.stop(2);
    assert.equal(jumped['reason'], 'goto');
    assert.match((await session.stack(threadId))[0] ?? '', /^3 /);
    await session.request('terminate', {});
    await session.end();
    await until('no debug run', async () => {
      const { data } = (await sandbox.sandboxClient.listDebugRuns({})).value;
      return data.every(({ status }) => status !== 'running');
    });
  });

  it('the debugger of flows with a sandbox stops at the step that is asked for, and hides what is secret', async () => {
    open([log(1, 'one'), log(2, '{{event.payload.password}}')]);
    await session.launch({ devices: [phone], payload: { password: 'hunter2-secret' }, stopAt: '2' });
    const threadId = Number((await session.stop(1))['threadId']);
    assert.match((await session.stack(threadId))[0] ?? '', /^2 /);
    const shown = JSON.stringify([...(await session.scope(threadId, 'Trigger'))]);
    assert.doesNotMatch(shown, /hunter2/);
    await session.request('continue', { threadId });
    await session.end();
    assert.doesNotMatch(JSON.stringify(session.events), /hunter2/);
  });
});

import assert from 'node:assert/strict';
import { DebugSession, FLOW_PATH } from '../../support/debugSession.ts';
import { FakeDebugRun } from '../../support/fakeDebugRun.ts';
import { until } from '../../support/until.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';

/** Steps run in the order of their positions: the first of the text runs second. */
const TEXT = `{
  "name": "Test",
  "actions": [
    {
      "actionId": "${A}",
      "nameOverride": "Second",
      "position": 20,
      "children": [
        { "actionId": "${A}", "nameOverride": "Inside", "position": 10 }
      ]
    },
    { "actionId": "${A}", "nameOverride": "First", "position": 10 }
  ]
}
`;

const FRAMES = [
  { index: 1, childIndex: 0, round: 2, name: 'Inside' },
  { index: 1, rounds: 3, name: 'Second' },
];
const SCOPES = [
  {
    kind: 'payload',
    variables: [
      { name: 'city', expression: '{{event.payload.city}}', value: 'Paris', canSet: true },
      { name: 'count', expression: '{{event.payload.count}}', value: 3, canSet: true },
    ],
  },
  {
    kind: 'steps',
    variables: [
      {
        name: '2 First',
        expression: '{{steps.read.body}}',
        value: { items: Array.from({ length: 250 }, (_, index) => index), 'a b': null },
        canSet: true,
        status: 'success',
      },
    ],
  },
  { kind: 'round', variables: [{ name: 'index', expression: '{{index}}', value: 2, canSet: false }] },
];

describe('debugger/flowDebugger', () => {
  let run: FakeDebugRun;
  let session: DebugSession;

  beforeEach(() => {
    run = new FakeDebugRun();
    session = new DebugSession(run.client, TEXT);
  });

  afterEach(async () => {
    await session.close();
    run.problem = new Error('over');
  });

  const stopInside = async (reason = 'breakpoint', more: object = {}): Promise<void> => {
    run.details = { frames: FRAMES, scopes: SCOPES };
    run.emit({ kind: 'stopped', threadId: 1, stop: { reason, index: 1, childIndex: 0, round: 2, ...more } });
    await session.stop(1);
  };

  it('the debugger of flows moves breakpoints to the first lines of their steps, in the order of execution', async () => {
    const { breakpoints } = await session.launch({}, [
      { line: 6 },
      { line: 9, condition: 'item.open', hitCondition: '>= 2' },
      { line: 12, logMessage: 'at {index}' },
      { line: 2 },
    ]);
    assert.deepEqual(
      (breakpoints as { line: number; verified: boolean; message?: string }[]).map(
        ({ line, verified, message }) => [line, verified, message],
      ),
      [
        [4, true, undefined],
        [9, true, undefined],
        [12, true, undefined],
        [2, false, 'There is no step at this line.'],
      ],
    );
    assert.deepEqual(
      run.started[0]?.breakpoints?.map(({ step, condition, hitCount, logMessage }) =>
        [step.index, step.childIndex, condition, hitCount, logMessage].map(String),
      ),
      [
        ['1', 'null', 'null', 'null', 'null'],
        ['1', '0', '{{item.open}}', '>=2', 'null'],
        ['0', 'null', 'null', 'null', 'at {{index}}'],
      ],
    );
  });

  it('the debugger of flows says why the sandbox does not take a breakpoint', async () => {
    run.verdicts = [
      {
        id: '1',
        step: { index: 1 },
        verified: false,
        hits: 0,
        message: 'The condition is not an expression.',
      },
    ];
    await session.launch({}, [{ line: 4, condition: '((' }]);
    const [changed] = session.named('breakpoint');
    assert.deepEqual(changed?.['breakpoint'], {
      id: 1,
      verified: false,
      line: 4,
      message: 'The condition is not an expression.',
    });
  });

  it('the debugger of flows refuses breakpoints of another flow', async () => {
    await session.launch();
    const { breakpoints } = await session.request('setBreakpoints', {
      source: { path: '/other.flow.json' },
      breakpoints: [{ line: 1 }],
    });
    assert.deepEqual(breakpoints, [
      { id: -1, verified: false, line: 1, message: 'Another flow is being debugged.' },
    ]);
    assert.deepEqual(run.calls, []);
  });

  it('the debugger of flows shows the stack of a stop with the names of the step list, and the device once', async () => {
    await session.launch();
    await stopInside();
    assert.deepEqual(await session.stack(1), ['1.1 Inside (round 3):9', '1 Second:4']);
    assert.deepEqual(session.devices, ['p1']);
    assert.deepEqual(session.named('stoppedSteps').at(-1), { flow: FLOW_PATH, steps: [[0, 0]] });
    run.emit({ kind: 'continued', threadId: 1 });
    run.emit({ kind: 'stopped', threadId: 1, stop: { reason: 'step', index: 0 } });
    await session.stop(2);
    assert.deepEqual(session.devices, ['p1']);
    assert.deepEqual(session.named('stoppedSteps').at(-1)?.['steps'], [[1]]);
  });

  it('the debugger of flows shows a stack as a whole, since VS Code offers to load what it has not asked for yet', async () => {
    await session.launch();
    await stopInside();
    const { stackFrames, totalFrames } = await session.request('stackTrace', { threadId: 1, levels: 1 });
    assert.deepEqual([(stackFrames as unknown[]).length, totalFrames], [2, 2]);
    const rest = await session.request('stackTrace', { threadId: 1, startFrame: 2, levels: 19 });
    assert.deepEqual(rest['stackFrames'], []);
  });

  it('the debugger of flows leads to no text while only the visual editor shows the file', async () => {
    session.isOnlyVisual = true;
    await session.launch();
    await stopInside();
    const { stackFrames } = await session.request('stackTrace', { threadId: 1 });
    assert.equal(
      (stackFrames as { source?: unknown }[]).some(({ source }) => source !== undefined),
      false,
    );
    assert.equal(session.selections, 0);
    for (const startFrame of [1, 1]) await session.request('stackTrace', { threadId: 1, startFrame });
    assert.equal(session.selections, 1);
    const { offset } = await session.request('frameOffset', { frameId: 1001 });
    assert.equal(offset, TEXT.indexOf('{\n      "actionId"'));
  });

  it('the debugger of flows shows values as trees of pages, with the expressions that read them', async () => {
    await session.launch();
    await stopInside();
    const trigger = await session.scope(1, 'Trigger');
    assert.equal(trigger.get('city')?.['value'], '"Paris"');
    assert.equal(trigger.get('city')?.['evaluateName'], 'event.payload.city');
    const steps = await session.scope(1, 'Steps');
    const first = steps.get('2 First');
    assert.ok(first);
    assert.match(String(first['value']), /^success · \{"items":\[0,1,/);
    const members = await session.members(Number(first['variablesReference']));
    assert.equal(members.get('a b')?.['evaluateName'], 'steps.read.body["a b"]');
    const items = members.get('items');
    assert.equal(items?.['indexedVariables'], 250);
    const { variables } = await session.request('variables', {
      variablesReference: Number(items['variablesReference']),
      filter: 'indexed',
      start: 100,
      count: 100,
    });
    const page = variables as { name: string; evaluateName: string }[];
    assert.equal(page.length, 100);
    assert.deepEqual(page[0]?.evaluateName, 'steps.read.body.items[100]');
    const round = await session.scope(1, 'This Round');
    assert.deepEqual(round.get('index')?.['presentationHint'], { attributes: ['readOnly'] });
  });

  it('the debugger of flows changes values as a person types them, and refuses another type', async () => {
    await session.launch();
    await stopInside();
    const { stackFrames } = await session.request('stackTrace', { threadId: 1 });
    const [frame] = stackFrames as { id: number }[];
    const { scopes } = await session.request('scopes', { frameId: frame?.id ?? 0 });
    const [trigger, , round] = scopes as { variablesReference: number }[];
    const variablesReference = trigger?.variablesReference ?? 0;
    await session.request('setVariable', { variablesReference, name: 'city', value: 'New York' });
    await session.request('setVariable', { variablesReference, name: 'city', value: '"12"' });
    await session.request('setVariable', { variablesReference, name: 'count', value: '4' });
    assert.deepEqual(
      run.calls.filter(([name]) => name === 'value').map(([, body]) => body),
      [
        { expression: 'event.payload.city', value: 'New York' },
        { expression: 'event.payload.city', value: '12' },
        { expression: 'event.payload.count', value: 4 },
      ],
    );
    await assert.rejects(
      session.request('setVariable', { variablesReference, name: 'count', value: 'many' }),
      /Enter a number\./,
    );
    await assert.rejects(
      session.request('setVariable', {
        variablesReference: round?.variablesReference ?? 0,
        name: 'index',
        value: '1',
      }),
      /This value cannot be changed\./,
    );
    assert.equal(session.named('invalidated').length, 3);
  });

  it('the debugger of flows completes expressions from the values of the thread', async () => {
    await session.launch();
    await stopInside();
    const complete = async (text: string): Promise<readonly string[]> => {
      const { targets } = await session.request('completions', {
        frameId: 1000,
        text,
        column: text.length + 1,
      });
      return (targets as { label: string }[]).map(({ label }) => label);
    };
    assert.deepEqual(await complete('{{event.payload.c'), ['event.payload.city', 'event.payload.count']);
    assert.deepEqual((await complete('steps.read.body["')).slice(0, 1), ['steps.read.body["a b"]']);
    assert.deepEqual(await complete('nothing.'), []);
  });

  it('the debugger of flows answers the request that lets a thread run before the next stop arrives', async () => {
    await session.launch();
    await stopInside();
    run.emit({ kind: 'continued', threadId: 1 });
    run.emit({ kind: 'stopped', threadId: 1, stop: { reason: 'step', index: 0 } });
    const from = session.messages.length;
    await session.request('next', { threadId: 1 });
    await session.stop(2);
    const after = session.messages.slice(from);
    assert.ok(after.indexOf('next answered') < after.indexOf('stopped'), after.join(', '));
  });

  it('the debugger of flows tells a failure before it counts, and runs the step again or leaves it out', async () => {
    await session.launch({ breakOnFailure: true }, [], []);
    assert.equal(run.started[0]?.breakOnFailure, 'final');
    await stopInside('failure', { error: 'Nothing shows “Sign in”.', code: 'not_found' });
    const stop = await session.stop(1);
    assert.equal(stop['reason'], 'exception');
    assert.equal(stop['text'], 'Nothing shows “Sign in”.');
    assert.deepEqual(await session.request('exceptionInfo', { threadId: 1 }), {
      exceptionId: 'not_found',
      description: 'Nothing shows “Sign in”.',
      breakMode: 'unhandled',
    });
    await session.request('runStepAgain', { threadId: 1 });
    await session.request('skipStep', { threadId: 1 });
    assert.deepEqual(
      run.calls.map(([, body]) => body),
      [
        { command: 'again', threadId: 1 },
        { command: 'skip', threadId: 1 },
      ],
    );
  });

  it('the debugger of flows runs the step again that ended last, or says that there is none', async () => {
    await session.launch();
    await stopInside('step');
    await assert.rejects(session.request('runStepAgain', { threadId: 1 }), /No step has run yet\./);
    run.emit({ kind: 'step', threadId: 1, step: { index: 0, name: 'First', status: 'success' } });
    await until('the step', () => session.console.length === 1);
    await session.request('runStepAgain', { threadId: 1 });
    assert.deepEqual(
      run.calls.map(([, body]) => body),
      [
        { command: 'goto', threadId: 1, step: { index: 0, childIndex: null } },
        { command: 'next', threadId: 1 },
      ],
    );
  });

  it('the debugger of flows goes to the step of a line, and runs to a step of the list', async () => {
    await session.launch();
    await stopInside();
    const { targets } = await session.request('gotoTargets', { source: { path: FLOW_PATH }, line: 9 });
    const [target] = targets as { id: number; label: string; line: number }[];
    assert.equal(target?.label, '1.1 Inside');
    await session.request('goto', { threadId: 1, targetId: target.id });
    await session.request('runTo', { threadId: 1, step: '2' });
    assert.deepEqual(
      run.calls.map(([, body]) => body),
      [
        { command: 'goto', threadId: 1, step: { index: 1, childIndex: 0 } },
        { command: 'runTo', threadId: 1, step: { index: 0, childIndex: null } },
      ],
    );
  });

  it('the debugger of flows stops first at the step of the configuration', async () => {
    await session.launch({ stopAt: '1.1' });
    assert.equal(run.started[0]?.stopOnEntry, true);
    run.emit({ kind: 'stopped', threadId: 1, stop: { reason: 'entry', index: 0 } });
    await until('the run to the step', () => run.calls.length === 1);
    assert.deepEqual(run.calls[0]?.[1], {
      command: 'runTo',
      threadId: 1,
      step: { index: 1, childIndex: 0 },
    });
    assert.deepEqual(session.named('stopped'), []);
    await assert.rejects(
      new DebugSession(run.client, TEXT).launch({ stopAt: '7' }),
      /The flow has no step 7\./,
    );
  });

  it('the debugger of flows writes a line for each step, logpoint, and the end, and exits with its result', async () => {
    await session.launch();
    run.emit({ kind: 'step', threadId: 1, step: { index: 0, name: 'First', status: 'success' } });
    run.emit({ kind: 'output', threadId: 1, category: 'log', text: 'at \u001b[31m2', step: { index: 0 } });
    run.emit({
      kind: 'step',
      threadId: 1,
      step: { index: 1, childIndex: 0, round: 1, name: 'Inside', status: 'failed' },
    });
    run.emit({ kind: 'ended', status: 'failed', error: 'Step 1.1 “Inside”: no.' });
    await session.end();
    assert.deepEqual(session.console, [
      '2 First ✓',
      'at [31m2',
      '1.1 Inside (round 2) ✗ failed',
      'The run failed: Step 1.1 “Inside”: no.',
    ]);
    const outputs = session.named('output');
    assert.deepEqual(
      outputs.map(({ category, line }) => [category, line]),
      [
        ['stdout', 12],
        ['stdout', 12],
        ['stderr', 9],
        ['stderr', undefined],
      ],
    );
    assert.deepEqual(session.named('exited'), [{ exitCode: 1 }]);
    assert.equal(session.runs.at(-1)?.status, 'failed');
  });

  it('the debugger of flows lets the run go on without the debugger, and shows its end', async () => {
    await session.launch();
    await session.request('disconnect', { terminateDebuggee: false });
    assert.deepEqual(run.calls, [['end', { run: 'continue' }]]);
    run.emit({ kind: 'ended', status: 'success' });
    await until('the end', () => session.runs.at(-1)?.status, 'success');
    assert.equal(session.named('terminated').length, 1);
    assert.equal(session.named('exited').length, 0);
  });

  it('the debugger of flows leaves no step running when it is stopped', async () => {
    await session.launch();
    await stopInside();
    assert.equal(session.runs.at(-1)?.status, 'running');
    await session.request('terminate', {});
    assert.deepEqual(run.calls.at(-1), ['end', { run: 'abort' }]);
    assert.equal(session.runs.at(-1)?.status, 'cancelled');
    // VS Code also ends the session, which changes nothing anymore.
    await session.request('disconnect', {});
    assert.equal(session.runs.at(-1)?.status, 'cancelled');
  });

  it('the debugger of flows has other frames at each stop, since VS Code shows no end of a stack with the same ones', async () => {
    await session.launch();
    await stopInside();
    const idsOf = async (): Promise<unknown[]> => {
      const { stackFrames } = await session.request('stackTrace', { threadId: 1 });
      return (stackFrames as { id: number }[]).map(({ id }) => id);
    };
    const before = await idsOf();
    run.emit({ kind: 'continued', threadId: 1 });
    run.emit({ kind: 'stopped', threadId: 1, stop: { reason: 'step', index: 1, childIndex: 0, round: 3 } });
    await session.stop(2);
    const after = await idsOf();
    assert.equal(after.length, before.length);
    assert.ok(after.every(id => !before.includes(id)));
  });

  it('the debugger of flows changes a value with an assignment in the console', async () => {
    await session.launch();
    await stopInside();
    const assign = (expression: string, context = 'repl'): Promise<Record<string, unknown>> =>
      session.request('evaluate', { expression, frameId: 1000, context });
    assert.equal((await assign('item.city = Paris'))['result'], '"Paris"');
    await assign('{{steps.read.body["a=b"]}} = two words');
    assert.deepEqual(
      run.calls.filter(([name]) => name === 'value').map(([, body]) => body),
      [
        { expression: 'item.city', value: 'Paris' },
        { expression: 'steps.read.body["a=b"]', value: 'two words' },
      ],
    );
    assert.ok(session.named('invalidated').length > 0);
    // A comparison, and what a hover reads, change nothing.
    await assign('item.city == Paris');
    await assign('item.city = Rome', 'hover');
    assert.equal(run.calls.filter(([name]) => name === 'value').length, 2);
  });

  it('the debugger of flows runs without stops if it is not debugged', async () => {
    await session.launch({ noDebug: true, stopOnEntry: true }, [{ line: 4 }], ['always']);
    const [body] = run.started;
    assert.deepEqual([body?.breakpoints, body?.stopOnEntry, body?.breakOnFailure], [[], false, 'never']);
  });

  it('the debugger of flows ends when the sandbox is gone', async () => {
    await session.launch();
    run.problem = new Error('The connection was lost.');
    await session.end();
    assert.deepEqual(session.console, ['The connection was lost.']);
    assert.deepEqual(session.named('exited'), [{ exitCode: 1 }]);
  });

  it('the debugger of flows says what is wrong with a configuration or a file', async () => {
    const launch = (config: object, text = TEXT): Promise<unknown> =>
      new DebugSession(run.client, text).launch({ ...config });
    await assert.rejects(launch({ devices: 'p1' }), /“devices” must be a list of device IDs\./);
    await assert.rejects(launch({ payload: [] }), /“payload” must be an object/);
    await assert.rejects(launch({}, '{'), /not valid JSON/);
    await assert.rejects(launch({}, '{"actions": []}'), /The flow has no steps\./);
  });
});

import assert from 'node:assert/strict';
import type { Execution } from '../../../src/contract/records/execution.ts';
import type { TraceScreen, TraceStep } from '../../../src/contract/sandbox/traces.ts';
import { explainExecution, readEvidence } from '../../../src/deploy/explainExecution.ts';
import { readSandboxTrace } from '../../../src/deploy/readSandboxTrace.ts';
import { readServiceTrace, resultTrace } from '../../../src/deploy/readServiceTrace.ts';
import { runTrial } from '../../../src/deploy/runTrial.ts';
import { TRACE_PARTS } from '../../../src/flow/trace/traceFile.ts';
import { frameRows } from '../../../src/traceReading/traceFrames.ts';
import { traceRows } from '../../../src/traceReading/traceRows.ts';
import { PNG_SIGNATURE } from '../../../src/util/pngSize.ts';
import { HIDDEN } from '../../../src/util/hidden.ts';
import { answering, refused } from '../../support/answeringClient.ts';
import { uuid } from '../../support/schemas.ts';

const [RUN, TASK, OTHER_TASK] = [uuid(1), uuid(2), uuid(3)];
const { signal } = new AbortController();

function tracedStep(index: number, fields: Partial<TraceStep> = {}): TraceStep {
  return {
    ...{ id: `s${index}`, index, childIndex: null, method: 'device.tap', name: 'Tap', status: 'success' },
    values: [],
    ...fields,
  };
}

function screen(id: string): TraceScreen {
  return { id, deviceId: uuid(9), elements: [] };
}

/** Returns a part of the evidence, and the offset of the next one. */
function part(steps: readonly TraceStep[], screens: readonly TraceScreen[], next?: number | null): unknown {
  return { data: { run: { executionId: RUN, status: `after ${steps.length}` }, steps, screens, next } };
}

const failedStep = { index: 0, name: 'Tap', status: 'failed', error: 'No element.' };
const execution = (fields: Partial<Execution> = {}): Execution => ({
  id: RUN,
  status: 'failed',
  result: { steps: [failedStep] },
  ...fields,
});

describe('deploy/evidence: evidence of a run', () => {
  it('the evidence of a run is read in parts, with each screen once', async () => {
    const parts = [
      part([tracedStep(0)], [screen('a'), screen('b')], 1),
      part([tracedStep(1), tracedStep(2)], [screen('b'), screen('c')], null),
    ];
    const { client, calls } = answering({ getExecutionTrace: count => parts[count] });
    assert.deepEqual(await readEvidence(client, RUN, signal), {
      run: { executionId: RUN, status: 'after 2' },
      steps: [tracedStep(0), tracedStep(1), tracedStep(2)],
      screens: [screen('a'), screen('b'), screen('c')],
    });
    const params = { executionId: RUN };
    assert.deepEqual(calls, [
      ['getExecutionTrace', { params, query: { offset: 0 } }, { signal }],
      ['getExecutionTrace', { params, query: { offset: 1 } }, { signal }],
    ]);
  });

  it('the evidence of a run is undefined if the sandbox has none, and any other failure is thrown', async () => {
    const none = answering({ getExecutionTrace: () => refused(404) });
    assert.equal(await readEvidence(none.client, RUN), undefined);
    for (const error of [refused(405), new Error('404')]) {
      const broken = answering({ getExecutionTrace: () => error });
      await assert.rejects(readEvidence(broken.client, RUN), error);
    }
  });
});

describe('deploy/evidence: steps of an execution with the reasons of failures', () => {
  const target = { by: 'text', text: 'Sing in' };
  const traced = tracedStep(0, {
    status: 'failed',
    code: 'logic',
    error: 'No element.',
    params: { target },
    screenAfter: 'a',
  });
  const elements = [{ bounds: { left: 0, top: 0, right: 9, bottom: 9 }, text: 'Sign in' }];
  const evidence = part([traced], [{ ...screen('a'), elements }]);

  it('the steps of an execution with the reasons of failures are explained by the evidence of the sandbox', async () => {
    const { client, calls } = answering({ getExecutionTrace: () => evidence });
    const [explained] = await explainExecution(execution(), client, signal);
    assert.match(explained?.explanation?.sentence ?? '', /The closest text is “Sign in”/);
    const params = { executionId: RUN };
    assert.deepEqual(calls, [['getExecutionTrace', { params, query: { offset: 0 } }, { signal }]]);
  });

  it('the steps of an execution with the reasons of failures are read without evidence if none failed', async () => {
    const { client, calls } = answering({});
    const result = { steps: [{ ...failedStep, status: 'success', error: undefined }] };
    const [step] = await explainExecution(execution({ result }), client);
    assert.equal(step?.status, 'success');
    assert.deepEqual(calls, []);
    const mixed = answering({ getExecutionTrace: () => evidence });
    const both = { steps: [failedStep, { index: 1, name: 'Tap', status: 'success' }] };
    assert.equal((await explainExecution(execution({ result: both }), mixed.client)).length, 2);
    assert.equal(mixed.calls.length, 1);
  });

  it('the steps of an execution with the reasons of failures are told without evidence if it cannot be read, unless the reading was canceled', async () => {
    const { client } = answering({ getExecutionTrace: () => refused(500) });
    for (const sandboxClient of [client, undefined])
      for (const given of [signal, undefined]) {
        const [step] = await explainExecution(execution(), sandboxClient, given);
        assert.deepEqual([step?.error, step?.explanation], ['No element.', undefined]);
      }
    await assert.rejects(explainExecution(execution(), client, AbortSignal.abort()), refused(500));
  });
});

describe('deploy/evidence: trace of a run in the sandbox', () => {
  function sandbox(ids: readonly string[]): ReturnType<typeof answering> {
    const screens = ids.map(screen);
    return answering({
      getExecutionTrace: () => part([tracedStep(0)], screens),
      getTraceScreen: count => new Uint8Array([count]),
    });
  }

  it('the trace of a run in the sandbox has the pictures of its screens', async () => {
    const { client, calls } = sandbox(['a', 'b']);
    const told: string[] = [];
    const trace = await readSandboxTrace(client, RUN, { signal, progress: text => told.push(text) });
    assert.deepEqual(trace?.document, {
      run: { executionId: RUN, status: 'after 1' },
      steps: [tracedStep(0)],
      screens: [screen('a'), screen('b')],
      missing: [],
      tasks: [],
    });
    assert.deepEqual(
      [...trace.pictures],
      [
        ['a', new Uint8Array([0])],
        ['b', new Uint8Array([1])],
      ],
    );
    assert.deepEqual(told, ['screen 1 of 2', 'screen 2 of 2']);
    const picture = (screenId: string) => ({ params: { executionId: RUN, screenId } });
    assert.deepEqual(calls.slice(1), [
      ['getTraceScreen', picture('a'), { signal }],
      ['getTraceScreen', picture('b'), { signal }],
    ]);
  });

  it('the trace of a run in the sandbox has only the last pictures if it would have too many, and says so', async () => {
    const { client } = sandbox(['a', 'b', 'c']);
    const trace = await readSandboxTrace(client, RUN, { mostPictures: 2 });
    assert.deepEqual([...(trace?.pictures.keys() ?? [])], ['b', 'c']);
    assert.deepEqual(trace?.document.missing, ['pictures']);
    const all = await readSandboxTrace(client, RUN, { mostPictures: 3 });
    assert.deepEqual([all?.pictures.size, all?.document.missing], [3, []]);
  });

  it('the trace of a run in the sandbox is undefined if the sandbox has no evidence', async () => {
    const { client } = answering({ getExecutionTrace: () => refused(404) });
    assert.equal(await readSandboxTrace(client, RUN), undefined);
  });
});

describe('deploy/evidence: trace of a run on another service', () => {
  const steps = [
    { index: 0, name: 'Ask', status: 'success', output: { taskId: TASK, token: 'abcdef' } },
    { index: 1, name: 'Ask', status: 'success', output: { taskId: TASK } },
    { index: 2, name: 'Ask', status: 'success', output: { taskId: OTHER_TASK } },
    { index: 3, name: 'Ask', status: 'failed', output: { taskId: 7 }, error: 'Gone.' },
    { index: 4, name: 'Log', status: 'skipped', output: 'text' },
  ];
  const run = execution({ result: { steps }, error: 'The run failed.' });

  it('the trace of a run on another service has the steps in its progress that have started, if its result has none', () => {
    const { steps: shown, missing } = resultTrace(
      execution({
        result: null,
        progress: {
          currentIndex: null,
          total: 3,
          steps: [
            {
              index: 0,
              name: 'Open',
              service: 'apps',
              method: 'apps.launch',
              status: 'success',
              startedAt: '2026-11-29T10:00:00Z',
              finishedAt: '2026-11-29T10:00:02Z',
            },
            { index: 1, name: 'Wait', status: 'cancelled' },
            { index: 2, name: 'Tap', status: 'pending' },
          ],
        },
      }),
    );
    assert.deepEqual(
      shown.map(({ index, name, method, status, finishedAt }) => [index, name, method, status, finishedAt]),
      [
        [0, 'Open', 'apps.launch', 'success', '2026-11-29T10:00:02Z'],
        [1, 'Wait', '', 'stopped', undefined],
      ],
    );
    assert.deepEqual(missing, TRACE_PARTS);
  });

  it('the trace of a run on another service has the screenshots of its steps in their order, and their pictures if they are PNG and can be read', async () => {
    const png = Buffer.from([...PNG_SIGNATURE, 1, 2, 3]);
    const huge = Buffer.alloc(40);
    huge.set(PNG_SIGNATURE);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const answers = [png, refused(404), Buffer.from('<html>'), huge, png];
    const { client, calls } = answering({
      getTaskTrajectory: () => refused(404),
      getExecutionScreenshot: count => answers[count],
    });
    const shot = (id: string, seq: number, stepIndex: number) => ({
      id,
      seq,
      stepIndex,
      iterationIndex: 0,
      capturedAt: `2026-11-29T10:00:0${seq}Z`,
    });
    const screenshots = [
      ...[shot('../e', 5, 2), shot('a', 1, 0), shot('b', 2, 0), shot('c', 3, 0), shot('d', 4, 9)],
    ];
    const options = { mostPictures: 10, signal };
    const { document, pictures } = await readServiceTrace(client, { ...run, screenshots }, options);
    assert.deepEqual(
      document.steps.map(({ screenBefore, screens, screenAfter }) => [screenBefore, screens, screenAfter]),
      [
        ['shot-0', ['shot-1'], 'shot-2'],
        [undefined, undefined, undefined],
        [undefined, undefined, 'shot-4'],
        [undefined, undefined, undefined],
        [undefined, undefined, undefined],
      ],
    );
    assert.deepEqual([...pictures.keys()], ['shot-0', 'shot-4']);
    assert.deepEqual(
      calls.filter(([name]) => name === 'getExecutionScreenshot').map(([, input]) => input),
      ['a', 'b', 'c', 'd', '../e'].map(screenshotId => ({ params: { executionId: RUN, screenshotId } })),
    );
    assert.deepEqual(document.missing, [
      ...TRACE_PARTS.filter(part => !['screens', 'pictures'].includes(part)),
      'otherScreens',
      'pictures',
    ]);
    const { strips } = frameRows(document, traceRows(document));
    assert.deepEqual(
      strips.flatMap(({ frames }) => frames.map(({ screen: id }) => id)),
      ['shot-0', 'shot-1', 'shot-2', 'shot-4'],
    );
    await assert.rejects(
      readServiceTrace(
        answering({ getTaskTrajectory: () => refused(404), getExecutionScreenshot: () => refused(500) })
          .client,
        { ...run, screenshots },
        options,
      ),
      refused(500),
    );
  });

  it('the trace of a run on another service has what the service says about its steps and tasks, without secrets', async () => {
    const { client, calls } = answering({
      getTaskTrajectory: count => ({ trajectory: [{ event: 'tap', data: { count, password: 'hunter2' } }] }),
    });
    const told: string[] = [];
    const { document, pictures } = await readServiceTrace(client, run, {
      signal,
      progress: text => told.push(text),
    });
    const done = (count: number): unknown => [{ event: 'tap', data: { count, password: HIDDEN } }];
    assert.deepEqual(document.tasks, [
      { taskId: TASK, trajectory: done(0) },
      { taskId: OTHER_TASK, trajectory: done(1) },
    ]);
    assert.deepEqual(
      document.missing,
      TRACE_PARTS.filter(name => name !== 'tasks'),
    );
    assert.equal(pictures.size, 0);
    assert.deepEqual(told, ['task 1', 'task 2']);
    const task = (id: string) => ({ params: { task_id: id } });
    assert.deepEqual(calls, [
      ['getTaskTrajectory', task(TASK), { signal }],
      ['getTaskTrajectory', task(OTHER_TASK), { signal }],
    ]);
    assert.deepEqual(
      document.steps.map(({ output }) => output),
      [{ taskId: TASK, token: HIDDEN }, { taskId: TASK }, { taskId: OTHER_TASK }, { taskId: 7 }, 'text'],
    );
    assert.equal(document.run.error, 'The run failed.');
  });

  it('the trace of a run on another service lacks the tasks that the service does not report, and any other failure is thrown', async () => {
    const { client } = answering({
      getTaskTrajectory: count => (count === 0 ? refused(404) : { trajectory: [] }),
    });
    const { document } = await readServiceTrace(client, run);
    assert.deepEqual(document.tasks, [{ taskId: OTHER_TASK, trajectory: [] }]);
    const without = answering({ getTaskTrajectory: () => refused(501) });
    assert.deepEqual((await readServiceTrace(without.client, run)).document.missing, TRACE_PARTS);
    const broken = answering({ getTaskTrajectory: () => refused(500) });
    await assert.rejects(readServiceTrace(broken.client, run), refused(500));
  });

  it('the trace of a run on another service hides the passcodes of mails, and cuts very long values', () => {
    const mail = { subject: 'Your code is 482913', preview: '' };
    const output = { mail, code: '482 913', long: 'x'.repeat(25_000) };
    const result = { steps: [{ index: 0, name: 'Wait', status: 'success', output }] };
    const { steps: read, run: told } = resultTrace(execution({ result, error: null }));
    assert.doesNotMatch(JSON.stringify(read), /482 ?913/);
    assert.equal(/x{2,}/.exec(JSON.stringify(read))?.[0].length, 20_000);
    assert.equal(told.error, undefined);
  });
});

describe('deploy/evidence: trial run that is followed', () => {
  const trial = (status: string): unknown => ({ data: { id: RUN, status } });
  const body = { flow: { name: 'A', triggerId: uuid(5), actions: [] }, step: { index: 0 } };
  const one = { params: { trialId: RUN } };

  it('a trial run that is followed is read until it ends', async () => {
    const { client, calls } = answering({
      startTrial: () => trial('pending'),
      getTrial: count => trial(count === 0 ? 'running' : 'failed'),
    });
    const told: unknown[] = [];
    const onProgress = ({ status }: Execution): void => void told.push(status);
    const ended = await runTrial({ sandboxClient: client, body, onProgress, signal });
    assert.deepEqual(ended, { id: RUN, status: 'failed' });
    assert.deepEqual(told, ['pending', 'running', 'failed']);
    assert.deepEqual(calls, [
      ['startTrial', { body }, undefined],
      ['getTrial', one, undefined],
      ['getTrial', one, undefined],
    ]);
  });

  it('a trial run that is followed is stopped at once if it is canceled, and tells what it did so far', async () => {
    const { client, calls } = answering({
      startTrial: () => trial('running'),
      stopTrial: () => trial('cancelled'),
    });
    const control = new AbortController();
    const told: unknown[] = [];
    const onProgress = ({ status }: Execution): void => {
      told.push(status);
      control.abort();
    };
    const ended = await runTrial({ sandboxClient: client, body, onProgress, signal: control.signal });
    assert.equal(ended.status, 'cancelled');
    assert.deepEqual(told, ['running', 'cancelled']);
    assert.deepEqual(calls.slice(1), [['stopTrial', one, undefined]]);
  });

  it('a trial run that is followed is stopped if it cannot be followed, whether or not that succeeds', async () => {
    for (const answer of [trial('cancelled'), refused(404)]) {
      const { client, calls } = answering({
        startTrial: () => trial('running'),
        getTrial: () => refused(500),
        stopTrial: () => answer,
      });
      const run = { sandboxClient: client, body, onProgress: () => undefined, signal };
      await assert.rejects(runTrial(run), refused(500));
      assert.deepEqual(calls.at(-1), ['stopTrial', one, undefined]);
    }
  });
});

import assert from 'node:assert/strict';
import { type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { attemptTexts } from '../../../../src/flow/run/attemptText.ts';
import { outcomeText, secondsText } from '../../../../src/flow/run/outcomeText.ts';
import { runSteps, runStepNumber } from '../../../../src/flow/run/runSteps.ts';
import { stepOutcomes } from '../../../../src/flow/run/stepOutcomes.ts';

const [FIRST, SECOND, CHILD] = ['a', 'b', 'c'].map(one => `${one.repeat(8)}-0000-4000-8000-000000000000`);
// The second step is written first.
const text = JSON.stringify({
  name: 'F',
  actions: [
    { actionId: SECOND, position: 2, children: [{ actionId: CHILD, position: 1 }] },
    { actionId: FIRST?.toUpperCase(), position: 1 },
  ],
});

function ran(...steps: object[]): ReturnType<typeof stepOutcomes> {
  return stepOutcomes(parseFlow(text), runSteps({ steps }));
}

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

it('the step results of an execution are read from an opaque result as far as possible', () => {
  assert.deepEqual(runSteps(null), []);
  assert.deepEqual(runSteps({ steps: 'none' }), []);
  const [one, two] = runSteps({
    steps: [
      { status: 'success', startedAt: at(0), finishedAt: at(2), childIndex: null, index: -1 },
      { index: 4, childIndex: 1, status: 7, error: '' },
    ],
  });
  assert.deepEqual([one?.index, one?.child, one?.status, one?.tookMs], [0, undefined, 'success', 2000]);
  assert.deepEqual([two?.index, two?.status, two?.tookMs, two?.error], [4, undefined, undefined, undefined]);
  assert.deepEqual(
    [one, two].map(step => step && runStepNumber(step)),
    ['1', '5.2'],
  );
});

it('the step results of an execution are matched to the steps of the file in the order of execution', () => {
  const outcomes = ran(
    { index: 0, actionId: FIRST, status: 'success', startedAt: at(0), finishedAt: at(1) },
    { index: 1, actionId: SECOND, status: 'running', startedAt: at(1) },
    { index: 1, childIndex: 0, actionId: CHILD, status: 'skipped' },
  );
  assert.deepEqual(
    outcomes.map(({ path, state, range }) => [path.join('/'), state, text.slice(range.start, range.end)[0]]),
    [
      ['actions/1', 'success', '{'],
      ['actions/0', 'running', '{'],
      ['actions/0/children/0', 'skipped', '{'],
    ],
  );
  const [first] = outcomes;
  assert.match(text.slice(first?.range.start, first?.range.end), /AAAAAAAA/);
});

it('the step results of an execution are omitted if the file has another action now', () => {
  assert.deepEqual(ran({ index: 0, actionId: SECOND, status: 'success' }), []);
  assert.equal(ran({ status: 'success' }, { status: 'failed' }).length, 2);
});

it('the step results of an execution are added up over rounds and devices', () => {
  const child = { index: 1, childIndex: 0, actionId: CHILD };
  const [outcome] = ran(
    { ...child, round: 0, status: 'success', startedAt: at(0), finishedAt: at(1) },
    { ...child, round: 1, status: 'failed', error: 'No.', startedAt: at(1), finishedAt: at(3) },
    { ...child, round: 2, status: 'failed', error: 'Again no.' },
  );
  assert.ok(outcome);
  assert.deepEqual([outcome.state, outcome.runs, outcome.tookMs, outcome.error], ['failed', 3, 3000, 'No.']);
  assert.equal(outcomeText(outcome), '✗ failed 3 runs, after 3.0 s: No.');
});

it('the step results of an execution are summarized in a few words', () => {
  const base = {
    path: [],
    index: 0,
    child: undefined,
    range: { start: 0, end: 1 },
    runs: 1,
    attempts: [],
    tookMs: 1240,
    error: undefined,
  };
  assert.equal(outcomeText({ ...base, state: 'success' }), '✓ 1.2 s');
  assert.equal(outcomeText({ ...base, state: 'skipped', tookMs: undefined }), '– not run');
  assert.equal(outcomeText({ ...base, state: 'running', tookMs: undefined }), '… running');
  assert.deepEqual([40, 400, 12_400, 125_000].map(secondsText), ['40 ms', '0.4 s', '12 s', '2 min 5 s']);
});

it('the step results of an execution say that they were aborted', () => {
  const stopped = { index: 0, actionId: FIRST, status: 'stopped', startedAt: at(0), finishedAt: at(32) };
  const [outcome] = ran(stopped);
  assert.equal(outcome && outcomeText(outcome), '⊘ aborted after 32 s');
  assert.equal(attemptTexts(outcome?.attempts ?? [], id => id)[0]?.status, 'aborted');
});

it('the step results of an execution are listed by round and device, with messages and outputs', () => {
  const child = { index: 1, childIndex: 0, actionId: CHILD };
  const [outcome] = ran(
    { ...child, round: 0, deviceId: 'x', status: 'success', startedAt: at(0), finishedAt: at(1) },
    { ...child, round: 1, deviceId: 'y', status: 'failed', error: 'No.', output: { fileId: 'f' } },
  );
  const texts = attemptTexts(outcome?.attempts ?? [], id => `Phone ${id.toUpperCase()}`);
  const none = { error: undefined, explanation: undefined, output: undefined };
  assert.deepEqual(texts, [
    { ...none, label: 'Round 1 · Phone X', status: 'succeeded', time: '1.0 s' },
    {
      ...none,
      label: 'Round 2 · Phone Y',
      status: 'failed',
      time: '',
      error: 'No.',
      output: '{\n  "fileId": "f"\n}',
    },
  ]);
});

it('the step results of an execution omit a step that was edited since, and follow one that was moved or renamed', () => {
  const flow = (...steps: object[]): FlowDocument => parseFlow(JSON.stringify({ actions: steps }));
  const tap = (x: number): object => ({ actionId: FIRST, overrides: { params: { x } } });
  const steps = runSteps({
    steps: [0, 1, 2].map(index => ({ index, actionId: FIRST, status: 'success' })),
  });
  const before = flow(tap(1), tap(2), tap(3));
  const paths = (now: FlowDocument): readonly string[] =>
    stepOutcomes(now, steps, before.text).map(({ index, path }) => `${index}: ${path.join('/')}`);
  assert.deepEqual(paths(before), ['0: actions/0', '1: actions/1', '2: actions/2']);
  assert.deepEqual(paths(flow(tap(1), tap(20), tap(3))), ['0: actions/0', '2: actions/2']);
  assert.deepEqual(paths(flow(tap(9), tap(3), tap(1))), ['0: actions/2', '2: actions/1']);
  const named = (nameOverride: string, x: number): object => ({ ...tap(x), nameOverride });
  assert.deepEqual(paths(flow(tap(1), named('B', 2), tap(3))), [
    '0: actions/0',
    '1: actions/1',
    '2: actions/2',
  ]);
  assert.deepEqual(
    paths(flow(named('New', 1), tap(1), tap(2))),
    ['0: actions/1', '1: actions/2'],
    'a step with its name is preferred to a copy with another one',
  );
  const wide = parseFlow(before.text.replaceAll(',', ', '));
  assert.equal(stepOutcomes(wide, steps, before.text).length, 3, 'another layout is no edit');
});

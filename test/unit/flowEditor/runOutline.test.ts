import assert from 'node:assert/strict';
import type { Execution } from '../../../src/contract/records/execution.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { runSteps } from '../../../src/flow/run/runSteps.ts';
import { describeRun, stepRuns } from '../../../src/flowEditor/runOutline.ts';
import type { StepPath } from '../../../src/flow/edit/flowEdit.ts';
import { pausedText, withDebugMarks } from '../../../src/flowEditor/debugMarks.ts';
import type { StepCard, StepRun } from '../../../src/protocol/flowEditor.ts';
import { cardsAt } from '../webview/flowEditor/cards.ts';

const [A, B, C] = ['a', 'b', 'c'].map(letter => `${letter.repeat(8)}-0000-4000-8000-000000000000`);

// The step that runs second is first in the file.
const document = parseFlow(
  JSON.stringify({
    actions: [
      { actionId: A, position: 2, children: [{ actionId: C, position: 1 }] },
      { actionId: B, position: 1 },
    ],
  }),
);

function outline(status: string, records: readonly object[]): (StepRun | undefined)[] {
  const execution = { id: '0', status, result: { steps: records } };
  const { outline: found } = stepRuns({ execution, steps: runSteps(execution.result) }, document);
  return ['0', '0.0', '1'].map(found);
}

it('the outline of a run in the visual editor has the result of each step, by its position in the file', () => {
  const times = { startedAt: '2026-03-14T10:00:00Z', finishedAt: '2026-03-14T10:00:02.540Z' };
  assert.deepEqual(
    outline('failed', [
      { index: 0, actionId: B, status: 'success', ...times },
      { index: 1, actionId: A, status: 'failed', error: 'No such app.' },
      { index: 1, childIndex: 0, actionId: C, status: 'skipped', ...times },
    ]),
    [
      { state: 'failed', time: '', error: 'No such app.' },
      { state: 'skipped', time: '', error: undefined },
      { state: 'succeeded', time: '2.5 s', error: undefined },
    ],
  );
});

it('the outline of a run in the visual editor counts rounds', () => {
  const round = (n: number): object => ({
    index: 1,
    childIndex: 0,
    round: n,
    status: 'success',
    startedAt: `2026-03-14T10:0${n}:00Z`,
    finishedAt: `2026-03-14T10:0${n}:05Z`,
  });
  assert.equal(outline('success', [round(0), round(1)])[1]?.time, '2 times, 10 s');
});

it('the outline of a run in the visual editor marks missing results as pending only while the run continues', () => {
  const begun = { index: 0, actionId: B, status: 'running' };
  assert.deepEqual(
    outline('running', [begun]).map(one => one?.state),
    ['waiting', 'waiting', 'running'],
  );
  assert.deepEqual(
    outline('cancelled', [{ ...begun, status: 'success' }]).map(one => one?.state),
    ['skipped', 'skipped', 'succeeded'],
  );
});

it('the outline of a run in the visual editor is undefined for a run without steps', () => {
  assert.deepEqual(outline('success', []), [undefined, undefined, undefined]);
});

it('the outline of a run in the visual editor is labeled with its start time and status', () => {
  const now = Date.UTC(2026, 2, 14, 10, 5);
  const run = { id: '0', startedAt: '2026-03-14T10:00:00Z', status: 'failed', kind: 'dry_run' };
  const described = (execution: Execution): unknown => {
    const { label, hasFailed, action } = describeRun({ execution }, now);
    return [label, action, ...(hasFailed ? ['error'] : [])];
  };
  const began = new Date(run.startedAt).toLocaleTimeString('en-US', { timeStyle: 'medium' });
  assert.deepEqual(described(run), [`Verification run, ${began}: failed`, 'runAgain', 'error']);
  assert.deepEqual(described({ id: '0' }), ['Run', 'runAgain']);
  assert.deepEqual(described({ ...run, status: 'success' }), [
    `Verification run, ${began}: succeeded`,
    'runAgain',
  ]);
  assert.deepEqual(described({ id: '0', status: 'cancelled' }), ['Run: aborted', 'runAgain']);
  assert.deepEqual(described({ id: '0', status: 'running' }), ['Run: running…', 'abortRun']);
});

it('the outline of a run in the visual editor is labeled with the step before which it is paused', () => {
  const cards = cardsAt([0], [1], [1, 0]).map((card): StepCard => ({
    ...card,
    run: { state: card.step.length === 2 ? 'failed' : 'waiting', time: '', error: undefined },
  }));
  const pausedAt = (...stopped: StepPath[]): unknown => {
    const marked = withDebugMarks(cards, document, { breakpoints: [], stopped });
    const run = { execution: { id: '0', status: 'running' }, isDebug: true };
    return [describeRun(run, 0, pausedText(marked)).label, marked.map(card => card.run?.state).join()];
  };
  assert.deepEqual(pausedAt(), ['Debug run: running…', 'waiting,waiting,failed']);
  assert.deepEqual(pausedAt([1]), ['Debug run: paused before step 2', 'waiting,paused,failed']);
  assert.deepEqual(pausedAt([0], [1]), ['Debug run: paused before steps 1, 2', 'paused,paused,failed']);
  assert.deepEqual(pausedAt([1, 0]), ['Debug run: paused at step 2.1', 'waiting,waiting,failed']);
  const ended = { execution: { id: '0', status: 'failed' } };
  assert.equal(describeRun(ended, 0, 'paused before step 2').label, 'Run: failed');
});

it('the outline of a run in the visual editor is labeled as a test run, which no service can repeat', () => {
  const now = Date.UTC(2026, 2, 14, 10, 5);
  const execution = { id: '0', status: 'failed', kind: 'dry_run' };
  const described = describeRun({ execution, isTest: true }, now);
  assert.deepEqual(described, {
    label: 'Test run: failed (waits shortened)',
    hasFailed: true,
    action: undefined,
  });
});

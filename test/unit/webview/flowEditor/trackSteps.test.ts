import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FlowEdit, StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import type { StepCard } from '../../../../src/protocol/flowEditor.ts';
import { trackSteps } from '../../../../src/webview/flowEditor/trackSteps.ts';
import { cardsAt } from './cards.ts';

interface Step {
  readonly actionId: string;
  readonly mark: number;
  readonly children?: readonly Step[];
}

/** The steps of a text as lines of a list that all look the same, and what marks them in the text. */
function linesOf(text: string): { readonly cards: readonly StepCard[]; readonly marks: readonly number[] } {
  const { actions } = JSON.parse(text) as { readonly actions: readonly Step[] };
  const steps = actions.flatMap(({ mark, children = [] }, entry) => [
    { path: [entry] as StepPath, mark },
    ...children.map((one, child) => ({ path: [entry, child] as StepPath, mark: one.mark })),
  ]);
  const cards = cardsAt(...steps.map(({ path }) => path)).map(card => ({ ...card, name: 'Tap' }));
  return { cards, marks: steps.map(({ mark }) => mark) };
}

const step = (mark: number, ...children: Step[]): Step => ({ actionId: 'tap', mark, children });
const text = JSON.stringify({ actions: [step(1), step(2, step(3), step(4)), step(5), step(6)] });

function follow(edit: FlowEdit, chosen: readonly StepPath[]): void {
  const outcome = applyEdit(text, edit);
  if (outcome.kind === 'refused') return;
  const [before, now] = [linesOf(text), linesOf(applyEdits(text, outcome.edits))];
  const selected = outcome.steps.length > 0 ? outcome.steps : undefined;
  const places = trackSteps(before.cards, now.cards, chosen, selected);
  for (const [at, card] of before.cards.entries()) {
    const mark = before.marks[at] ?? 0;
    const there = now.cards[now.marks.lastIndexOf(mark)];
    const isCopied = now.marks.filter(one => one === mark).length > 1;
    if (!isCopied) assert.deepEqual(places.get(card.step.join('.')), there?.step, `${mark}`);
  }
}

it('the indexes of steps in a newer version of the flow are those of the edit, even if all steps look the same', () => {
  const paths = linesOf(text).cards.map(card => card.step);
  const steps = fc.subarray([...paths], { minLength: 1 });
  const spot = fc.record({
    parent: fc.constantFrom(undefined, 0, 1, 2),
    index: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(steps, spot, fc.constantFrom('up', 'down', 'in', 'out'), (chosen, to, direction) => {
      follow({ kind: 'shiftSteps', steps: chosen, direction }, chosen);
      follow({ kind: 'moveSteps', steps: chosen, to }, chosen);
      follow({ kind: 'deleteSteps', steps: chosen }, chosen);
      follow({ kind: 'duplicateSteps', steps: chosen }, chosen);
      follow({ kind: 'addStep', to, step: { actionId: 'tap', mark: 9 } }, chosen);
    }),
  );
});

it('the indexes of steps in a newer version of the flow are found by similarity if the file was changed elsewhere', () => {
  const named = (...names: string[]): readonly StepCard[] =>
    cardsAt(...names.map((_, index) => [index] as const)).map((card, at) => ({
      ...card,
      name: names[at] ?? '',
    }));
  const after = (before: readonly StepCard[], now: readonly StepCard[]) =>
    [...trackSteps(before, now, [[0]], undefined)].map(([from, to]) => `${from}>${to.join('.')}`).join(' ');
  assert.equal(after(named('a', 'b', 'c'), named('c', 'a', 'b')), '0>1 1>2 2>0');
  assert.equal(after(named('a', 'b'), named('a', 'renamed')), '0>0 1>1');
  assert.equal(after(named('a', 'b'), named('x', 'y', 'b')), '1>2');
  const told = (...values: string[]): readonly StepCard[] =>
    named(...values.map(() => 'a')).map((card, at) => ({
      ...card,
      facts: [{ name: 'text', value: values[at] ?? '', pieces: undefined }],
    }));
  assert.equal(after(told('1', '2', '2'), told('2', '2', '1')), '0>2 1>1 2>0');
  assert.equal(after(told('2', '2'), told('3', '2')), '0>0 1>1');
});

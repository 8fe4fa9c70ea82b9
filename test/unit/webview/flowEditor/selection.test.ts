import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  selectAll,
  extendSelection,
  NOTHING,
  selectOnly,
  keepExisting,
  toggleStep,
} from '../../../../src/webview/flowEditor/selection.ts';
import { cardsAt } from './cards.ts';

const cards = cardsAt([0], [1], [1, 0], [1, 1], [2]);

it('the selection of steps adds and removes a step, in the order of the flow', () => {
  const both = toggleStep(cards, selectOnly([2]), [0]);
  assert.deepEqual(both, { steps: [[0], [2]], active: [0], anchor: [0] });
  assert.deepEqual(toggleStep(cards, both, [2]).steps, [[0]]);
});

it('the selection of steps extends from its anchor to a step, in both directions', () => {
  const down = extendSelection(cards, selectOnly([1]), [1, 1]);
  assert.deepEqual(down, { steps: [[1], [1, 0], [1, 1]], active: [1, 1], anchor: [1] });
  assert.deepEqual(extendSelection(cards, down, [0]), { steps: [[0], [1]], active: [0], anchor: [1] });
  assert.deepEqual(extendSelection(cards, NOTHING, [1]).steps, [[1]]);
});

it('the selection of steps includes every step', () => {
  assert.equal(selectAll(cards, NOTHING).steps.length, cards.length);
  assert.deepEqual(selectAll(cards, selectOnly([2])).active, [2]);
});

it('the selection of steps never contains a deleted step', () => {
  const places = fc.constantFrom(...cards.map(({ step }) => step));
  fc.assert(
    fc.property(fc.subarray([...cards]), fc.array(places), fc.option(places), (left, steps, active) => {
      const before = { steps, active: active ?? undefined, anchor: active ?? undefined };
      const after = keepExisting(left, before);
      const isThere = (step: unknown): boolean => left.some(card => String(card.step) === String(step));
      assert.ok(after.steps.every(isThere));
      for (const step of [after.active, after.anchor]) assert.ok(step === undefined || isThere(step));
    }),
  );
});

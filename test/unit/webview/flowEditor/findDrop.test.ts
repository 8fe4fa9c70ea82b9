import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import { findDrop, findDropAtEnd } from '../../../../src/webview/flowEditor/findDrop.ts';
import { cardsWithStepsAt } from './cards.ts';

const cards = cardsWithStepsAt([0], [0], [1], [1, 0], [1, 1], [2]);

function drop(over: StepPath, share: number, dragged: StepPath, folds: readonly number[] = []): unknown {
  const card = cards.find(({ step }) => String(step) === String(over));
  return card && findDrop(cards, card, share, [dragged], new Set(folds));
}

it('the drop of a step inserts it before, inside, or after a step, by the part of its row', () => {
  assert.deepEqual(drop([0], 0.1, [2]), { insertionPoint: { index: 0 }, look: 'before' });
  assert.deepEqual(drop([0], 0.5, [2]), { insertionPoint: { parent: 0, index: 0 }, look: 'inside' });
  assert.deepEqual(drop([0], 0.9, [2]), { insertionPoint: { parent: 0, index: 0 }, look: 'after' });
  assert.deepEqual(drop([0], 0.9, [2], [0]), { insertionPoint: { index: 1 }, look: 'after' });
});

it('the drop of a step inserts it before or after a step that takes none', () => {
  assert.deepEqual(drop([2], 0.4, [0]), { insertionPoint: { index: 2 }, look: 'before' });
  assert.deepEqual(drop([2], 0.6, [0]), { insertionPoint: { index: 3 }, look: 'after' });
});

it('the drop of a step inserts it inside or after a step at the end of the steps inside', () => {
  const inside = { insertionPoint: { parent: 1, index: 2 }, look: 'before' };
  const after = { insertionPoint: { index: 2 }, look: 'after' };
  assert.deepEqual(findDropAtEnd(cards, 1, 0.3, [[2]]), inside);
  assert.deepEqual(findDropAtEnd(cards, 1, 0.8, [[2]]), after);
  assert.deepEqual(findDropAtEnd(cards, 0, 0.3, [[1]]), { ...after, insertionPoint: { index: 1 } });
});

it('the drop of a step inserts it before the first child below the parent, and after the last child inside it', () => {
  assert.deepEqual(drop([1], 0.9, [2]), { insertionPoint: { parent: 1, index: 0 }, look: 'after' });
  assert.deepEqual(drop([1], 0.5, [2]), { insertionPoint: { parent: 1, index: 2 }, look: 'inside' });
});

it('the drop of a step inserts it after a step with collapsed children, below it', () => {
  assert.deepEqual(drop([1], 0.9, [2], [1]), { insertionPoint: { index: 2 }, look: 'after' });
  assert.deepEqual(drop([1], 0.5, [2], [1]), { insertionPoint: { parent: 1, index: 2 }, look: 'inside' });
});

it('the drop of a step inserts it next to a child', () => {
  assert.deepEqual(drop([1, 0], 0.2, [2]), { insertionPoint: { parent: 1, index: 0 }, look: 'before' });
  assert.deepEqual(drop([1, 1], 0.8, [2]), { insertionPoint: { parent: 1, index: 2 }, look: 'after' });
});

it('the drop of a step never inserts a step with children into another, or a step into itself', () => {
  assert.equal(drop([1, 0], 0.5, [1]), undefined);
  const overs = fc.constantFrom(...cards.map(({ step }) => step));
  fc.assert(
    fc.property(overs, fc.double({ min: 0, max: 1, noNaN: true }), (over, share) => {
      const parent = (drop(over, share, [1]) as { insertionPoint: { parent?: number } } | undefined)
        ?.insertionPoint.parent;
      assert.equal(parent, undefined);
      const own = (drop(over, share, [0]) as { insertionPoint: { parent?: number } } | undefined)
        ?.insertionPoint.parent;
      assert.notEqual(own, 0);
    }),
  );
});

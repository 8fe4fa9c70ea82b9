import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toPlacedCards } from '../../../../src/webview/flowEditor/steps.ts';
import { indexAfterMove } from '../../../../src/webview/flowEditor/selection.ts';
import { cardsAt } from './cards.ts';

const cards = cardsAt([0], [1], [1, 0], [1, 1], [2]);

it('keyboard navigation in the list of steps goes up to the settings and down to the last step', () => {
  assert.equal(indexAfterMove(cards, 0, 'up'), -1);
  assert.equal(indexAfterMove(cards, -1, 'down'), 0);
  assert.equal(indexAfterMove(cards, 4, 'down'), 4);
  assert.equal(indexAfterMove(cards, 4, 'home'), -1);
  assert.equal(indexAfterMove(cards, 0, 'end'), 4);
});

it('keyboard navigation in the list of steps goes to the parent and to the first child', () => {
  assert.equal(indexAfterMove(cards, 3, 'parent'), 1);
  assert.equal(indexAfterMove(cards, 1, 'child'), 2);
  assert.equal(indexAfterMove(cards, 0, 'child'), 0);
  assert.equal(indexAfterMove(cards, 0, 'parent'), 0);
});

it('keyboard navigation in the list of steps never leaves the list', () => {
  const ways = fc.constantFrom(
    ...(['up', 'down', 'pageUp', 'pageDown', 'home', 'end', 'parent', 'child'] as const),
  );
  fc.assert(
    fc.property(fc.integer({ min: -1, max: 4 }), fc.array(ways), (start, walk) => {
      const end = walk.reduce((at, way) => indexAfterMove(cards, at, way), start);
      assert.ok(end >= -1 && end < cards.length);
    }),
  );
});

it('keyboard navigation in the list of steps counts steps among their siblings', () => {
  assert.deepEqual(
    toPlacedCards(cards).map(({ position: place, count }) => `${place}/${count}`),
    ['1/3', '2/3', '1/2', '2/2', '3/3'],
  );
});

import assert from 'node:assert/strict';
import { entryOfEnd, visibleRows, toPlacedCards } from '../../../../src/webview/flowEditor/steps.ts';
import { cardsAt, cardsWithStepsAt } from './cards.ts';

const nested = cardsAt([0], [1], [1, 0], [1, 1], [2]);

/** The rows by key, each with the place of a step that is added below it. */
function rows(cards: typeof nested, folds: readonly number[] = [], isEditable = true): string {
  return visibleRows(toPlacedCards(cards), new Set(folds), isEditable)
    .map(({ key, after: { parent, index } }) => `${key}>${parent === undefined ? '' : `${parent}.`}${index}`)
    .join(' ');
}

it('the rows of the step list name the place below each of them', () => {
  assert.equal(rows(nested), '>0 0>1 1>1.0 1.0>1.1 1.1>1.2 1.+>2 2>3');
});

it('the rows of the step list hide the steps inside a folded one, with their end', () => {
  assert.equal(rows(nested, [1]), '>0 0>1 1>2 2>3');
});

it('the rows of the step list have no ends if the flow cannot be changed', () => {
  const listed = visibleRows(toPlacedCards(nested), new Set(), false);
  assert.equal(rows(nested, [], false), '>0 0>1 1>1.0 1.0>1.1 1.1>1.2 2>3');
  assert.deepEqual(
    listed.flatMap(({ key, isLastInside }) => (isLastInside ? [key] : [])),
    ['1.1'],
  );
});

it('the rows of the step list offer a place inside a step that takes steps and has none', () => {
  assert.equal(rows(cardsWithStepsAt([0], [0], [1])), '>0 0>0.0 0.+>1 1>2');
  assert.equal(rows(cardsWithStepsAt([1], [0], [1]), [1]), '>0 0>1 1>2');
});

it('the rows of the step list tell which step stands above the row that adds one', () => {
  const cards = [...cardsWithStepsAt([0], [0]), ...cardsAt([1], [1, 0], [1, 1], [2])];
  const listed = visibleRows(toPlacedCards(cards), new Set(), true);
  assert.deepEqual(
    listed.flatMap(({ key, isBeforeEnd }) => (isBeforeEnd ? [key] : [])),
    ['0', '1.1'],
  );
});

it('the rows of the step list are only the settings in an empty flow', () => {
  assert.equal(rows([]), '>0');
});

it('the rows of the step list tell the end of the steps inside one from a step', () => {
  assert.deepEqual(['12.+', '1.0', '1', ''].map(entryOfEnd), [12, undefined, undefined, undefined]);
});

import assert from 'node:assert/strict';
import type { StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import type { StepCard } from '../../../../src/protocol/flowEditor.ts';
import { findFoldable, foldsAfter, filterUnfolded } from '../../../../src/webview/flowEditor/folds.ts';
import { trackSteps } from '../../../../src/webview/flowEditor/trackSteps.ts';
import { cardsAt } from './cards.ts';

/** Steps with names, `b(c d)` for one that holds two. */
function named(text: string): readonly StepCard[] {
  const entries = text.split(/ (?![^(]*\))/);
  const steps = entries.flatMap((entry, index): [string, StepPath][] => {
    const [, own = '', inner] = /^(\w+)(?:\((.*)\))?$/.exec(entry) ?? [];
    const children = inner?.split(' ') ?? [];
    return [[own, [index]], ...children.map((name, child): [string, StepPath] => [name, [index, child]])];
  });
  return cardsAt(...steps.map(([, step]) => step)).map((card, index) => ({
    ...card,
    name: steps[index]?.[0] ?? '',
  }));
}

function after(before: string, now: string, ...folds: number[]): number[] {
  const [old, cards] = [named(before), named(now)];
  return [...foldsAfter(cards, trackSteps(old, cards, [], undefined), new Set(folds))];
}

it('collapsed steps hide their children', () => {
  const cards = named('a b(c d) e(f)');
  assert.deepEqual(findFoldable(cards), [1, 2]);
  assert.deepEqual(
    filterUnfolded(cards, new Set([1])).map(({ name }) => name),
    ['a', 'b', 'e', 'f'],
  );
});

it('collapsed steps stay collapsed after moves', () => {
  assert.deepEqual(after('a b(c d) e(f)', 'b(c d) a e(f)', 1), [0]);
  assert.deepEqual(after('a b(c d) e(f)', 'a x b(c d) e(f)', 1, 2), [2, 3]);
  assert.deepEqual(after('a b(c) b(c)', 'a b(c) x b(c)', 1, 2), [1, 3]);
});

it('collapsed steps stay collapsed after changes of them or their children', () => {
  assert.deepEqual(after('a b(c d)', 'a renamed(c d)', 1), [1]);
  assert.deepEqual(after('a b(c d)', 'a b(c d e)', 1), [1]);
});

it('collapsed steps are not collapsed anymore if they are deleted or have no children', () => {
  assert.deepEqual(after('a b(c d)', 'a', 1), []);
  assert.deepEqual(after('a b(c d)', 'a b', 1), []);
});

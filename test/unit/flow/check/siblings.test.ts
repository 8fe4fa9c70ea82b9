import assert from 'node:assert/strict';
import { findSiblingProblems } from '../../../../src/flow/check/siblings.ts';
import { areInOrder, runOrder } from '../../../../src/flow/document/runOrder.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import type { StepModel } from '../../../../src/flow/document/stepModel.ts';

/** Returns siblings, each on its own line of a hundred characters; undefined creates a step without a position. */
function siblings(...positions: readonly unknown[]): readonly StepModel[] {
  const lines = positions.map(position => JSON.stringify({ position }).padEnd(98));
  return parseFlow(`${'{"actions":['.padEnd(99)}\n${lines.join(',\n')}]}`).entries;
}

function told(...positions: readonly unknown[]): readonly string[] {
  return findSiblingProblems(siblings(...positions)).map(
    ({ code, start, related }) =>
      `${code} ${Math.floor(start / 100) - 1}${related ? ` by ${Math.floor(related[0]!.start / 100) - 1}` : ''}`,
  );
}

it('the positions of siblings are in order if each number is greater than the one before', () => {
  assert.ok(areInOrder([]));
  assert.ok(areInOrder([0]));
  assert.ok(areInOrder([-3, 0, 1, 7]));
  assert.ok(!areInOrder([1, 1]));
  assert.ok(!areInOrder([2, 1]));
  assert.ok(!areInOrder(['1']));
  assert.ok(!areInOrder([1, undefined]));
});

it('the positions of siblings are reported if one is a duplicate, lower than an earlier one, or a string among numbers', () => {
  assert.deepEqual(told(1, 2, 3), []);
  assert.deepEqual(told(1, 2, 1), ['duplicate-position 2 by 0']);
  assert.deepEqual(told(3, 1, 2), ['unordered-position 1 by 0', 'unordered-position 2 by 0']);
  assert.deepEqual(told(1, 3, 2, 4), ['unordered-position 2 by 1']);
  assert.deepEqual(told(2, 1, 1), ['unordered-position 1 by 0', 'duplicate-position 2 by 1']);
  assert.deepEqual(told(1, 1, 1), ['duplicate-position 1 by 0', 'duplicate-position 2 by 0']);
  assert.deepEqual(told('1', 2), ['mixed-positions 0']);
  assert.deepEqual(told('1', '1'), []);
  assert.deepEqual(told(undefined, 1, true), []);
  assert.deepEqual(told(2, undefined, 1), ['unordered-position 2 by 0']);
});

it('the positions of siblings are reported at the position itself, with the related location', () => {
  const text = '{"position":';
  const [twice] = findSiblingProblems(siblings(12, 12));
  assert.deepEqual([twice?.start, twice?.end], [200 + text.length, 202 + text.length]);
  assert.deepEqual(twice?.related, [
    { start: 100 + text.length, end: 102 + text.length, message: 'It is taken here.' },
  ]);
  const [lower] = findSiblingProblems(siblings(12, 3));
  assert.deepEqual([lower?.start, lower?.end], [200 + text.length, 201 + text.length]);
  assert.deepEqual(lower?.related, [
    { start: 100 + text.length, end: 102 + text.length, message: 'This step runs later.' },
  ]);
});

it('the positions of siblings determine the order of the steps: equal ones in file order, those without a position last', () => {
  assert.deepEqual(runOrder(siblings()), []);
  assert.deepEqual(runOrder(siblings(5, 6, 7)), [0, 1, 2]);
  assert.deepEqual(runOrder(siblings(7, 5, 6)), [2, 0, 1]);
  assert.deepEqual(runOrder(siblings(2, 1, 2, 1)), [2, 0, 3, 1]);
  assert.deepEqual(runOrder(siblings(undefined, 2, '1', 1)), [2, 1, 3, 0]);
});

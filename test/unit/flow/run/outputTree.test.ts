import assert from 'node:assert/strict';
import { hideSecrets, type OutputNode, outputTree } from '../../../../src/flow/run/outputTree.ts';
import { passcodesIn } from '../../../../src/flow/run/passcodes.ts';

const lines = (nodes: readonly OutputNode[]): unknown[] =>
  nodes.map(({ name, value, children }) =>
    children.length === 0 ? `${name}: ${value}` : [`${name}: ${value}`, ...lines(children)],
  );

const count = (nodes: readonly OutputNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);

it('the output of a step as a tree has a line for each member', () => {
  const output = { code: '123456', list: [1, { on: true }], nothing: null, empty: {} };
  assert.deepEqual(lines(outputTree(output)), [
    'code: 123456',
    ['list: 2 items', '1: 1', ['2: 1 field', 'on: true']],
    'nothing: null',
    'empty: 0 fields',
  ]);
  assert.deepEqual(lines(outputTree('text')), [': text']);
  assert.deepEqual([outputTree(null), outputTree(undefined)], [[], []]);
});

it('the output of a step as a tree hides values whose names suggest a secret', () => {
  const output = { password: 'p', nested: [{ accessToken: 'canary', size: 1 }], streamUrl: 'canary' };
  assert.deepEqual(hideSecrets(output), {
    password: '••••••',
    nested: [{ accessToken: '••••••', size: 1 }],
    streamUrl: '••••••',
  });
  assert.ok(!JSON.stringify(outputTree(output)).includes('canary'));
});

it('the output of a step as a tree hides the passcodes that a step of the run has read, wherever they appear', () => {
  const steps = [{ output: { code: '482913', from: 'shop' } }, { output: { line: 'info: 482913' } }];
  const passcodes = passcodesIn(steps);
  assert.deepEqual(passcodes, ['482913']);
  const shown = JSON.stringify(steps.map(({ output }) => outputTree(output, passcodes)));
  assert.ok(!shown.includes('482913') && shown.includes('info: ••••••') && shown.includes('shop'));
  for (const code of ['ok', 'NOT_FOUND', 404, 'a sentence with 1 number', ''])
    assert.deepEqual(passcodesIn([{ output: { code } }]), []);
});

it('the output of a step as a tree is limited in depth, size and length', () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 50; level++) deep = { deep };
  assert.ok(!JSON.stringify(outputTree(deep)).includes('end'));
  const wide = Array.from({ length: 5000 }, (_, index) => ({ index, text: 'x'.repeat(10_000) }));
  const tree = outputTree(wide);
  assert.ok(count(tree) < 310);
  assert.equal(tree.at(-1)?.name, '…');
  assert.ok(JSON.stringify(tree).length < 200_000);
});

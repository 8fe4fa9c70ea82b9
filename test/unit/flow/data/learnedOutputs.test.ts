import assert from 'node:assert/strict';
import { LearnedOutputs, type RanStep } from '../../../../src/flow/data/learnedOutputs.ts';
import { parseJsonOrUndefined } from '../../../../src/util/jsonText.ts';
import { schemaShape } from '../../../../src/flow/data/schemaShape.ts';

const ran = (actionId: string, output: unknown, status = 'success'): RanStep => ({
  actionId,
  status,
  output,
});

it('the outputs learned from runs have names and types, and masked samples only', () => {
  const learned = new LearnedOutputs();
  assert.equal(learned.learn([ran('a', { code: '482913', token: 'abc', at: [1] })]), true);
  assert.deepEqual(learned.outputOf('a'), {
    type: 'object',
    properties: {
      code: { type: 'string', examples: ['000000'] },
      token: { type: 'string' },
      at: { type: 'array', items: { type: 'integer', examples: ['0'] } },
    },
  });
});

it('the outputs learned from runs come from successful steps with an output, and are new only once', () => {
  const learned = new LearnedOutputs();
  assert.equal(
    learned.learn([ran('a', { code: '1' }, 'failed'), ran('b', null), ran('c', undefined)]),
    false,
  );
  assert.deepEqual(learned.saved, {});
  assert.equal(learned.learn([ran('a', { code: '1' })]), true);
  assert.equal(learned.learn([ran('a', { code: '2' })]), false);
  assert.equal(learned.learn([ran('a', { more: 1 })]), true);
  assert.deepEqual([...(schemaShape(learned.outputOf('a')).properties?.keys() ?? [])], ['code', 'more']);
});

it('the outputs learned from runs are restored from what was saved, whatever the file contains', () => {
  const learned = new LearnedOutputs();
  learned.learn([ran('a', { code: '1' })]);
  const restored = new LearnedOutputs(parseJsonOrUndefined(JSON.stringify(learned.saved)));
  assert.deepEqual(restored.outputOf('a'), learned.outputOf('a'));
  for (const text of ['', '[]', 'null', '{"a":1,"b":{"type":"object","properties":7}}', '{"a":'])
    assert.doesNotThrow(
      () => new LearnedOutputs(parseJsonOrUndefined(text)).learn([ran('b', { code: '1' })]),
      text,
    );
});

it('the outputs learned from runs are limited in number and size; the newest stay', () => {
  const learned = new LearnedOutputs();
  learned.learn(Array.from({ length: 300 }, (_, at) => ran(`action${at}`, { at })));
  assert.equal(Object.keys(learned.saved).length, 200);
  assert.ok(learned.outputOf('action299'));
  assert.equal(learned.outputOf('action0'), undefined);
  const wide = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`${'n'.repeat(99 - 2)}${at}`, at]));
  learned.learn([ran('wide', wide)]);
  assert.equal(learned.outputOf('wide'), undefined);
});

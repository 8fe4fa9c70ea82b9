import assert from 'node:assert/strict';
import { leastTime } from '../../support/leastTime.ts';
import { completeKeys, deriveKey, isStepKey, renumberKey } from '../../../src/flow/stepKeys.ts';

describe('flow/stepKeys', () => {
  for (const [name, key] of [
    ['Wait for passcode', 'wait-for-passcode'],
    ['  Read “text”! ', 'read-text'],
    ['2nd try', '_2nd-try'],
    ['日本', 'step'],
    ['Flow', 'flow_2'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ] as const)
    it(`the key of a step is derived from the name ${name.slice(0, 20)}`, () =>
      assert.equal(deriveKey(name), key));

  it('the key of a step gets a number within its length if it is taken', () => {
    const long = 'x'.repeat(64);
    assert.equal(deriveKey('tap', new Set(['tap', 'tap_2'])), 'tap_3');
    assert.equal(deriveKey(long, new Set([long])), `${'x'.repeat(62)}_2`);
  });

  it('the key of a step is changed only in its number if it is taken', () => {
    const taken = new Set(['my_code', 'my_code_2', 'tap_2', '_a', '_2']);
    const keys = ['my_code', 'my_code_2', 'tap_2', '_a', '_2', 'flow_2', 'A b', '__x'];
    assert.deepEqual(
      keys.map(key => renumberKey(key, taken)),
      ['my_code_3', 'my_code_3', 'tap', '_a_2', 'step', 'flow_2', 'a-b', 'x'],
    );
  });

  it('the key of a step is refused if it is reserved, or of another form', () => {
    for (const text of ['trigger', 'constructor', '__proto__', '2a', 'A', '', 'a b', 'x'.repeat(65)])
      assert.equal(isStepKey(text), false, text);
    for (const text of ['a', '_a', 'a_b-c', 'x'.repeat(64)]) assert.equal(isStepKey(text), true, text);
  });

  it('the key of a step is the given one, or else a derived one that no step of the flow has', () => {
    const steps = [
      { name: 'Tap' },
      { name: 'Tap', key: 'tap' },
      { name: 'Tap', key: 'tap' },
      { name: 'Tap', key: 'not valid' },
      { name: 'Tap', key: null },
    ];
    assert.deepEqual(completeKeys(steps), ['tap_2', 'tap', 'tap_3', 'tap_4', 'tap_5']);
    assert.deepEqual(completeKeys([{ name: 'Tap' }], ['tap']), ['tap_2']);
  });

  it('the key of a step is derived in a short time if many long names begin alike', () => {
    const steps = Array.from({ length: 5000 }, (_, at) => ({ name: `${'x'.repeat(64)}${at}` }));
    const least = leastTime(() => assert.equal(new Set(completeKeys(steps)).size, 5000));
    assert.ok(least < 100, `${least} ms`);
  });
});

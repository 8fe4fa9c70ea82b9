import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readTyped, type TypedAs, toTypedText } from '../../../../src/webview/flowEditor/form/typed.ts';

const field = { required: false, path: ['a'], origin: 'own' } as const;

function value(as: TypedAs, text: string): unknown {
  const typed = readTyped(as, field, text);
  return typed.kind === 'change' && typed.change.kind === 'set' ? typed.change.value : typed.kind;
}

it('typed text in a field is a number if one is required, or an expression', () => {
  assert.equal(value('number', ' 12.50 '), 12.5);
  assert.equal(value('number', '1,5'), 1.5);
  assert.equal(value('number', '{{steps[0].output.n}}'), '{{steps[0].output.n}}');
  for (const text of ['12a', '0x10', '-', '{{steps', 'Infinity']) {
    assert.equal(value('number', text), 'unfinished', text);
  }
});

it('typed text in a field is not a number if a comma may separate thousands, or digits would be lost', () => {
  for (const text of ['1,000', '-12,345,678', '12345678901234567890', '9007199254740993.5']) {
    assert.equal(value('number', text), 'unfinished', text);
  }
  assert.equal(value('number', '0,125'), 0.125);
  assert.equal(value('number', '1234,567'), 1234.567);
  assert.equal(value('number', '9007199254740991'), 9007199254740991);
  assert.equal(value('number', '1e300'), 1e300);
});

it('typed text in a field is JSON, or reports the error without repeating the text', () => {
  assert.deepEqual(value('json', '{"a": [1]}'), { a: [1] });
  const typed = readTyped('json', field, '{"secret": ');
  assert.ok(typed.kind === 'unfinished' && typed.sentence.startsWith('This is not JSON yet'));
  assert.ok(!typed.sentence.includes('secret'));
});

it('typed text in a field removes the value if it is empty, but not that of an item, a required one, or an inherited one', () => {
  const remove = { kind: 'change', change: { kind: 'remove' } };
  const empty = { kind: 'change', change: { kind: 'set', value: '' } };
  assert.deepEqual(readTyped('text', field, ''), remove);
  assert.deepEqual(readTyped('text', { ...field, required: true }, ''), empty);
  assert.deepEqual(readTyped('text', { ...field, inherited: { value: 'x' } }, ''), empty);
  assert.deepEqual(readTyped('text', { ...field, path: ['list', 0] }, ''), empty);
  assert.deepEqual(readTyped('number', field, ''), remove);
});

it('typed text in a field is invalid if a number or JSON in a list is cleared, so that its neighbors keep their indexes', () => {
  const item = { ...field, path: ['at', 1] };
  for (const as of ['number', 'json'] as const) {
    assert.equal(readTyped(as, item, ' ').kind, 'unfinished');
    // A place of a tuple that has nothing yet.
    assert.equal(readTyped(as, { ...item, origin: 'absent' }, '').kind, 'change');
  }
});

it('typed text in a field is a duration with its unit, in the notation of the field', () => {
  const read = (notation: 'iso' | 'seconds', text: string, required = false): unknown => {
    const typed = readTyped('duration', { ...field, required, duration: { notation, units: [] } }, text);
    return typed.kind === 'change' && typed.change.kind === 'set' ? typed.change.value : typed;
  };
  assert.equal(read('iso', '5 minutes'), 'PT5M');
  assert.equal(read('iso', '1 h 30 min'), 'PT90M');
  assert.equal(read('seconds', '1,5 minutes'), 90);
  assert.equal(read('seconds', '-5 seconds'), -5);
  assert.equal(read('iso', ' minutes', true), '');
  assert.deepEqual(read('iso', ' minutes'), { kind: 'change', change: { kind: 'remove' } });
  assert.deepEqual(read('seconds', ' minutes', true), { kind: 'change', change: { kind: 'remove' } });
  for (const [text, reason] of [
    ['-5 minutes', 'Enter a number of 0 or more.'],
    ['0.5 seconds', 'Use whole numbers of this unit.'],
    ['5x minutes', '“5x” is not a number.'],
  ] as const)
    assert.deepEqual(read('iso', text), { kind: 'unfinished', sentence: reason });
});

it('typed text in a field is parsed from its formatted value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), given => {
      // JSON has no minus zero.
      const json: unknown = JSON.parse(JSON.stringify(given));
      assert.deepEqual(value('json', toTypedText('json', json)), json);
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
      assert.equal(value('number', toTypedText('number', number)), Object.is(number, -0) ? 0 : number);
    }),
  );
});

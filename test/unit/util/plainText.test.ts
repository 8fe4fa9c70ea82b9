import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { PLAIN_LENGTH, plainLines, plainText } from '../../../src/util/plainText.ts';
import { containsLink } from '../../support/links.ts';

const HOSTILE = [
  '[x](command:canary)',
  '](',
  '[',
  ']',
  '(',
  ')',
  '\n',
  '\r',
  '\u202E',
  '\u200B',
  '\uD800',
  ' ',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })))
  .map(s => s.join(''));
const FORBIDDEN = /[\p{Bidi_Control}\u200B\u2028\u2029]/u;

it('plain text does not change our own sentences', () => {
  const own = 'Delete “Überweisung 👩‍👩‍👧 می‌خواهم” on the service? (1 of 2) [3] ^[a-z](b|c)$';
  assert.equal(plainText(own), own);
  assert.equal(plainLines(`${own}\n${own}`), `${own}\n${own}`);
});

it('plain text contains no link, even with invisible characters inside', () => {
  assert.equal(plainText('[x](command:canary)'), '[x] (command:canary)');
  assert.equal(plainText('[x]\u200B(https://a.example "t")'), '[x] (https://a.example "t")');
  assert.equal(plainText('[x]\u0000(command:canary)'), '[x] (command:canary)');
  assert.equal(plainLines('a\n[x](file:///etc)'), 'a\n[x] (file:///etc)');
});

it('plain text has no control or bidirectional characters, and line breaks only if they are kept', () => {
  assert.equal(plainText('a\r\nb\tc\u001B[31md\u202Ee\u2066f\u2028g'), 'a b c [31mdef g');
  assert.equal(plainLines('a\r\nb\tc\u2028\n d\u061C'), 'a\nb c\n\n d');
});

it('plain text omits the middle of a long text, and never splits a character', () => {
  const shown = plainText(`Delete “${'👻'.repeat(5000)}” now?`);
  assert.equal(shown.length, PLAIN_LENGTH.line);
  assert.match(shown, /^Delete “.*…?.*” now\?$/u);
  assert.ok(shown.isWellFormed());
});

it('plain text has all of these properties for any text, and does not change when it is made plain again', () => {
  fc.assert(
    fc.property(text, given => {
      for (const make of [plainText, plainLines]) {
        const made = make(given);
        assert.ok(!containsLink(made), JSON.stringify(made));
        assert.doesNotMatch(made, FORBIDDEN);
        assert.doesNotMatch(made.replaceAll('\n', ''), /\p{Cc}/u);
        assert.ok(made.isWellFormed());
        assert.equal(make(made), made);
      }
      assert.ok(!plainText(given).includes('\n'));
    }),
  );
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import * as fc from 'fast-check';
import { PhoneFailure } from '../../../../../src/sandbox/runtime/phoneDriver.ts';
import { shellLine } from '../../../../../src/sandbox/drivers/adb/shellLine.ts';
import { shellWords } from '../../../../support/fakePhone/shellWords.ts';

/** Prints each argument and NUL, so that the words that the shell made of a line can be told apart. */
const PRINT = ['printf', String.raw`%s\0`] as const;

/** Characters and texts that mean something to a shell. */
const SPECIAL = [
  ...Array.from('\'"\\$`;&|<>(){}[]*?#~!=%^@ \t\n\r\u007f\u001b-'),
  ...['$(id)', '`id`', '&&', '||', '; id', "'; id; '", "\\'", '$IFS', '${HOME}', '--', '-e', '~root', '\n\n'],
  ...['你好', 'ü', '😀', '\u202e', '\u2028', '\ufeff', '%s', '%', '%%'],
];
const word = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'grapheme' })), { maxLength: 8 })
  .map(parts => parts.join('').replaceAll('\0', '').toWellFormed());
const words = fc.array(word, { minLength: 1, maxLength: 6 });

function runInShell(line: string): readonly string[] {
  const output = execFileSync('/bin/sh', ['-c', line], { env: {}, encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

describe('sandbox/drivers/adb/shellLine', () => {
  it('a shell reads each word as it was, and no word starts a command', function () {
    if (platform() === 'win32' || !existsSync('/bin/sh')) this.skip();
    const run = (lists: readonly (readonly string[])[]): void => {
      const script = lists.map(list => shellLine([...PRINT, ...list])).join('\n');
      assert.deepEqual(runInShell(script), lists.flat());
    };
    fc.assert(fc.property(fc.array(words, { minLength: 20, maxLength: 40 }), run), { numRuns: 15 });
  });

  it('a shell runs exactly the commands of a line', function () {
    if (platform() === 'win32' || !existsSync('/bin/sh')) this.skip();
    const run = (lists: readonly (readonly string[])[]): void => {
      const [first, ...others] = lists.map(list => [...PRINT, ...list] as const);
      assert.ok(first);
      assert.deepEqual(runInShell(shellLine(first, ...others)), lists.flat());
    };
    fc.assert(fc.property(fc.array(words, { minLength: 2, maxLength: 40 }), run), { numRuns: 15 });
  });

  it('a shell ends a line at the first command that fails', function () {
    if (platform() === 'win32' || !existsSync('/bin/sh')) this.skip();
    assert.throws(() => runInShell(shellLine(['false'], [...PRINT, 'next'])), { stdout: '' });
  });

  it('the shell of the fake phone reads lines like a real one', () => {
    const check = (first: readonly string[], second: readonly string[]): void => {
      const lines = shellWords(shellLine([...PRINT, ...first], [...PRINT, ...second]));
      assert.deepEqual(lines, [
        [...PRINT, ...first],
        [...PRINT, ...second],
      ]);
    };
    fc.assert(fc.property(words, words, check));
  });

  it('numbers are words', () => {
    assert.equal(shellLine(['input', 'tap', 10, -2.5]), "'input' 'tap' '10' '-2.5'");
  });

  it('a word with NUL and a line that is too long are refused', () => {
    assert.throws(() => shellLine(['input', 'text', 'a\0b']), PhoneFailure);
    assert.throws(() => shellLine(['input', 'text', 'ü'.repeat(40_000)]), /too long/);
  });
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { planTyping, typingCommands } from '../../../../../src/sandbox/drivers/adb/typing.ts';

describe('sandbox/drivers/adb/typing', () => {
  it('a text is typed by keys, pasted by line, and split at the keys for lines and tabs', () => {
    assert.deepEqual(planTyping('Ada\tZoë\r\n\nend', true), [
      { kind: 'keys', text: 'Ada' },
      { kind: 'key', keyCode: 61 },
      { kind: 'paste', text: 'Zoë' },
      { kind: 'key', keyCode: 66 },
      { kind: 'key', keyCode: 66 },
      { kind: 'keys', text: 'end' },
    ]);
  });

  it('a phone without a clipboard names the characters that it has no keys for', () => {
    const unable = (text: string, message: RegExp): void =>
      assert.throws(() => planTyping(text, false), { kind: 'unsupported', message });
    unable('ää😀你', /has no keys for “ä”, “😀”, “你”, and no clipboard/);
    unable('абвгдежз', /“а”, “б”, “в”, “г”, “д”, and others/);
    assert.deepEqual(planTyping('', false), []);
  });

  it('the commands type every text of characters on keys as it was', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom('%', 's', '%s', ' ', '%%s'), fc.string({ maxLength: 3 })), {
        maxLength: 400,
      })
      .map(parts => parts.join('').replaceAll(/[^ -~]/g, ''));
    const type = (given: string): void => {
      const typed = typingCommands(given)
        .flat()
        .map(([program, kind, word]) => {
          assert.deepEqual([program, kind], ['input', 'text']);
          return String(word).replaceAll('%s', ' ');
        });
      assert.equal(typed.join(''), given);
    };
    fc.assert(fc.property(text, type));
  });

  it('a long text is typed in lines that are short enough', () => {
    const lines = typingCommands('%s'.repeat(5000));
    assert.ok(lines.every(commands => commands.length <= 20));
    assert.deepEqual(
      typingCommands('x'.repeat(2500))[0]?.map(([, , word]) => String(word).length),
      [1000, 1000, 500],
    );
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findPasscode } from '../../../../src/util/passcodes/passcode.ts';

/** A message of the test data; a decoy has no code. */
interface Message {
  readonly language: string;
  /** Its subject, if any, and its body. */
  readonly texts: readonly string[];
  readonly code?: string;
}
interface Messages {
  readonly codes: readonly Message[];
  readonly decoys: readonly Message[];
}

const FOLDER = new URL('../../../fixtures/passcodes/', import.meta.url);
/**
 * `messages` has messages and decoys by language, `realistic` those of banks, parcels, and other senders, `hard` those
 * that are easily confused, `varied` other wordings, and `everyday` mostly those that only ask to enter a number.
 */
const SETS = ['messages', 'realistic', 'hard', 'varied', 'everyday'].map(name => {
  const text = readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
  return [name, JSON.parse(text) as Messages] as const;
});
const [, MESSAGES] = SETS[0]!;

const inDigits = (code: string, zero: number): string =>
  code.replaceAll(/\d/g, digit => String.fromCodePoint(zero + Number(digit)));
const half = (code: string, separator: string): string => `${code.slice(0, 3)}${separator}${code.slice(3)}`;

/** Other ways to write the same six digits. */
const FORMS: Readonly<Record<string, (code: string) => string>> = {
  'a no-break space': code => half(code, '\u00A0'),
  'a narrow no-break space': code => half(code, '\u202F'),
  'a thin space': code => half(code, '\u2009'),
  'two spaces': code => half(code, '  '),
  'an en dash': code => half(code, '\u2013'),
  'a non-breaking hyphen': code => half(code, '\u2011'),
  'a zero-width space': code => half(code, '\u200B'),
  'a variation selector': code => half(code, '\u{E0101}'),
  'spaces between all digits': code => Array.from(code).join(' '),
  'pairs of digits': code => `${code.slice(0, 2)} ${code.slice(2, 4)} ${code.slice(4)}`,
  'one digit a line': code => `\n${Array.from(code).join('\n')}\n`,
  'Arabic digits': code => inDigits(code, 0x06_60),
  'Devanagari digits': code => inDigits(code, 0x09_66),
  'Thai digits': code => inDigits(code, 0x0e_50),
  'full-width digits': code => inDigits(code, 0xff_10),
  'mathematical digits': code => inDigits(code, 0x1_d7_ce),
  'an entity between all digits': code => Array.from(code).join('&nbsp;'),
  'an element for each digit': code =>
    Array.from(code)
      .map(digit => `<span>${digit}</span>`)
      .join(''),
  'bold text': code => `**${code}**`,
  'square brackets': code => `[${code}]`,
};

describe('util/passcodes/messages', () => {
  for (const [name, { codes, decoys }] of SETS) {
    it(`the passcodes of messages of the set “${name}” are found: 97% right, at most 1% another number, at most 2% of the decoys`, () => {
      const found = codes.map(message => ({ ...message, found: findPasscode(...message.texts) }));
      const missed = found.filter(({ code, found: read }) => read !== code);
      const wrong = missed.filter(({ found: read }) => read !== undefined);
      const taken = decoys.filter(({ texts }) => findPasscode(...texts) !== undefined);
      const all = JSON.stringify({ missed, taken }, undefined, 1);
      assert.ok(missed.length <= codes.length * 0.03, all);
      assert.ok(wrong.length <= codes.length * 0.01, all);
      assert.ok(taken.length <= decoys.length * 0.02, all);
    });
  }

  it('the passcodes of messages are found in at least 30 languages, in each of which one is right', () => {
    const languages = new Set(MESSAGES.codes.map(({ language }) => language));
    assert.ok(languages.size >= 30 && MESSAGES.codes.length + MESSAGES.decoys.length >= 300);
    for (const language of languages) {
      const own = MESSAGES.codes.filter(message => message.language === language);
      assert.ok(
        own.some(({ texts, code }) => findPasscode(...texts) === code),
        language,
      );
    }
  });

  for (const [form, write] of Object.entries(FORMS)) {
    it(`the passcodes of messages are found if their digits are written with ${form}`, () => {
      for (const [, { codes }] of SETS) {
        for (const { texts, code = '' } of codes) {
          const text = texts.join('|');
          if (!/^\d{6}$/.test(code) || text.split(code).length !== 2 || /#|[A-Z]-?\d/.test(text)) continue;
          const written = text.replace(code, () => write(code)).split('|');
          assert.equal(findPasscode(...written), code, JSON.stringify(written));
        }
      }
    });
  }

  it('the passcodes of messages are found with the work of one pass, however long the message is', () => {
    const sentence =
      'Order 20411 of 49.90 EUR ships on 2026-11-21 to your phone +49 30 901820, dear customer. ';
    const long = `${sentence.repeat(1000)}Your code is 482913.`;
    assert.equal(findPasscode(long), '482913');
    const time = (text: string): number => {
      const began = process.threadCpuUsage();
      findPasscode(text);
      const { user, system } = process.threadCpuUsage(began);
      return user + system;
    };
    time(long);
    // Quadratic work would take more than a hundred times as long.
    assert.ok(time(long) < 50 * (time(long.slice(-long.length / 10)) + 10_000));
  });
});

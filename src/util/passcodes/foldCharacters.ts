import { once } from '../once.ts';

/**
 * Characters without a shape of their own: default-ignorable ones such as joiners, fillers, variation selectors, and
 * soft hyphens, and controls of the direction.
 */
const SHAPELESS = String.raw`\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB`;
const patterns = once(() => ({
  shapeless: new RegExp(`[${SHAPELESS}]+`, 'gu'),
  foreignDigit: /(?![0-9])\p{Nd}/gu,
  dash: /[\p{Pd}\u2212\u2043\u02D7]/gu,
  digit: /^\p{Nd}$/u,
  accented: /\p{M}+/gu,
  foldable: /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d]+$/u,
  compound: /[\u00F0\u00FE\u00E6\u0153\u0131\u0142\u00F8\u0111\u00DF\u03C2]/g,
  ascii: /^[\x20-\x7E\n]*$/,
}));
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  ς: 'σ',
};

/** Returns a text with the digits of every script as 0 to 9, any dash as `-`, and no characters without a shape. */
export function foldCharacters(text: string): string {
  const { ascii, shapeless, foreignDigit, dash } = patterns();
  if (ascii.test(text)) return text;
  return text
    .replace(shapeless, '')
    .normalize('NFKC')
    .replace(shapeless, '')
    .replace(foreignDigit, digit => String(digitValue(digit)))
    .replace(dash, '-');
}

/** Returns a word in lower case without accents, so that words with and without them are equal. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  const { ascii, accented, foldable, compound } = patterns();
  if (ascii.test(lower) || !foldable.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(accented, '')
    .normalize('NFC')
    .replace(compound, letter => PLAIN_LETTERS[letter] ?? letter);
}

/** Returns the value of a decimal digit of any script. */
function digitValue(digit: string): number {
  // Digits of a script follow one another from 0 to 9.
  const { digit: isDigit } = patterns();
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(point - before - 1))) before++;
  return before % 10;
}

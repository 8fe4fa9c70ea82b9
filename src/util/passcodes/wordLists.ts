import { once } from '../once.ts';
import { foldCharacters, foldWord } from './foldCharacters.ts';
import * as words from './words.ts';

/** The number of letters that `*` at the end of a word stands for, at most. */
const MAX_ENDING = 7;
const SHORTEST_STEM = 2;
const MAX_STEM_LENGTH = 24;

/** A list of words, see words.ts. */
export interface WordList {
  /** True if it has a word, which is folded; `lower` is the same with its accents. */
  readonly has: (word: string, lower?: string) => boolean;
  /** Returns what stands before the known ending of a compound such as `Kundencode`; undefined if it is none. */
  readonly compound: (word: string) => string | undefined;
  /** True if it has a phrase of several words. */
  readonly hasPhrase: (phrase: string) => boolean;
  /** True if a phrase ends with a word. */
  readonly endsPhrase: (word: string) => boolean;
}

/** A list of parts of words. */
export interface PartList {
  /** Returns the positions of all parts within a text. */
  readonly find: (text: string) => readonly (readonly [start: number, end: number])[];
  readonly startsWith: (text: string) => boolean;
}

/** All lists of words, compiled on first use. */
export const lists = once(() => ({
  passcodes: wordList(words.PASSCODE_WORDS),
  codes: wordList(words.CODE_WORDS),
  otherKinds: wordList(words.OTHER_KINDS),
  labels: wordList(words.NUMBER_LABELS),
  numbers: wordList(words.NUMBER_WORDS),
  lastDigits: wordList(words.LAST_DIGITS),
  sent: wordList(words.SENT_WORDS),
  occasions: wordList(words.OCCASIONS),
  enter: wordList(words.ENTER_WORDS),
  copulas: wordList(words.COPULAS),
  offers: wordList(words.OFFERS),
  units: wordList(words.UNITS),
  as: wordList(words.AS_WORDS),
  currencies: wordList(words.CURRENCIES),
  places: wordList(words.ADDRESS_WORDS),
  noCodes: wordList(words.NO_CODES),
  passcodeParts: partList(words.PASSCODE_PARTS),
  codeParts: partList(words.CODE_PARTS),
  otherKindParts: partList(words.OTHER_KIND_PARTS),
  labelParts: partList(words.NUMBER_LABEL_PARTS),
  lastDigitParts: partList(words.LAST_DIGITS_PARTS),
  occasionParts: partList(words.OCCASION_PARTS),
  enterParts: partList(words.ENTER_PARTS),
  copulaParts: partList(words.COPULA_PARTS),
  offerParts: partList(words.OFFERS.replace(/[\p{Script=Latin}*_]+/gu, ' ')),
  unitParts: partList(words.UNIT_PARTS),
}));

function entriesOf(text: string): readonly string[] {
  return foldCharacters(text)
    .trim()
    .split(/\s+/)
    .map(entry => entry.replaceAll('_', ' '));
}

function wordList(text: string): WordList {
  const entries = entriesOf(text);
  const bare = (entry: string): string => entry.replaceAll('*', '');
  const stems = new Set(entries.filter(entry => entry.endsWith('*')).map(bare));
  const endings = new Set(entries.filter(entry => entry.startsWith('*')).map(bare));
  const whole = new Set(entries.filter(entry => !entry.includes('*')));
  const phrases = new Set(
    entries.filter(entry => entry.includes(' ')).map(entry => entry.split(' ').map(foldWord).join(' ')),
  );
  const lastWords = new Set([...phrases].map(phrase => phrase.split(' ').at(-1) ?? ''));
  const compound = (word: string): string | undefined => {
    const most = Math.min(word.length - SHORTEST_STEM, MAX_STEM_LENGTH);
    for (let length = SHORTEST_STEM; length <= most; length++)
      if (endings.has(word.slice(-length))) return word.slice(0, -length);
    return undefined;
  };
  const hasStem = (word: string): boolean => {
    for (let length = Math.max(SHORTEST_STEM, word.length - MAX_ENDING); length <= word.length; length++)
      if (stems.has(word.slice(0, length))) return true;
    return false;
  };
  return {
    has: (word, lower = word) =>
      whole.has(word) ||
      whole.has(lower) ||
      endings.has(word) ||
      hasStem(word) ||
      compound(word) !== undefined,
    compound,
    hasPhrase: phrase => phrases.has(phrase),
    endsPhrase: word => lastWords.has(word),
  };
}

function partList(text: string): PartList {
  const parts = new Set(entriesOf(text).map(foldWord));
  const firstUnits = new Set([...parts].map(part => part.charCodeAt(0)));
  // Longer parts first, so that they are found before the parts that they begin with.
  const lengths = [...new Set([...parts].map(part => part.length))].toSorted((a, b) => b - a);
  const lengthAt = (given: string, at: number): number =>
    firstUnits.has(given.charCodeAt(at))
      ? (lengths.find(length => parts.has(given.slice(at, at + length))) ?? 0)
      : 0;
  return {
    find: given => {
      const found: (readonly [start: number, end: number])[] = [];
      for (let at = 0; at < given.length; at++) {
        const length = lengthAt(given, at);
        if (length > 0) found.push([at, at + length]);
        at += Math.max(0, length - 1);
      }
      return found;
    },
    startsWith: given => lengthAt(given, 0) > 0,
  };
}

import { HIDDEN } from '../hidden.ts';
import { once } from '../once.ts';
import { foldCharacters } from './foldCharacters.ts';

/** The range of a text in which a code stands. */
type Span = readonly [start: number, end: number];

/** The letters and digits of a text, in lower case and as 0 to 9, and where each of them stands. */
interface Letters {
  readonly text: string;
  /** The start and the end of each character in the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The length below which a code is hidden only if nothing but spaces, dashes, and marks of emphasis separate it. */
const SHORT = 6;
/** The maximum number of visible characters between two characters of a code. */
const MAX_GAP = 12;
/** Stands between texts that are searched together. */
const JOINT = '\uE002';
const patterns = once(() => ({
  /** All that can be a letter or digit of a code, or an escape for a character. */
  piece:
    /\\u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))|\\x([\da-f]{2})|\\[bfnrtv0]|((?:%[\da-f]{2})+)|&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]{2,8});|<\/?[a-z][^<>\uE002]{0,300}>|[\p{L}\p{N}]/giu,
  escape: /[\\%&<]/,
  digit: /\p{N}/u,
  invisible: /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{M}\uFFF9-\uFFFB\uE002]+/gu,
  /** Matches all that can stand between the characters of a short code; a time or a sum such as 12:30 and 4.829 is none. */
  lightGap: /^[\s\p{Pd}\u2212\u2043\u02D7\p{Z}*_~\u00B7\u2022"'“”]*$/u,
}));

/** Hides known codes in texts and values, wherever their letters and digits stand. */
export class CodeHider {
  readonly #byLength = new Map<number, Set<string>>();
  #haveDigits = true;

  constructor(codes: Iterable<string> = []) {
    for (const code of codes) this.add(code);
  }

  /** Adds a code. Returns true if it was unknown. */
  add(code: string): boolean {
    const { text } = lettersOf(code, false);
    if (text === '') return false;
    const known = this.#byLength.get(text.length) ?? new Set();
    if (known.has(text)) return false;
    this.#byLength.set(text.length, known.add(text));
    this.#haveDigits &&= patterns().digit.test(text);
    return true;
  }

  get isEmpty(): boolean {
    return this.#byLength.size === 0;
  }

  /**
   * Returns a text with dots in place of the codes: within longer words and numbers, across separators, invisible
   * characters, and markup, in upper or lower case, with digits of any script, and as escapes of JSON, URLs, and HTML.
   */
  hide(text: string): string {
    return replaceSpans(text, this.#spansIn(text));
  }

  /** Returns texts that stand side by side, such as those of the boxes of a form, without codes across them. */
  hideAcross(texts: readonly string[]): readonly string[] {
    if (this.isEmpty) return texts;
    const spans = this.#spansAcross(texts);
    return texts.map((text, at) => replaceSpans(text, spans[at] ?? []));
  }

  /** True if texts that stand side by side show a code. */
  isShownIn(texts: readonly string[]): boolean {
    return this.hideAcross(texts).some((text, at) => text !== texts[at]);
  }

  #spansIn(text: string): readonly Span[] {
    const { digit, escape } = patterns();
    if (this.isEmpty || text === '' || (this.#haveDigits && !digit.test(text))) return [];
    const found = this.#find(text, lettersOf(text, false));
    return escape.test(text) ? [...found, ...this.#find(text, lettersOf(text, true))] : found;
  }

  #spansAcross(texts: readonly string[]): readonly (readonly Span[])[] {
    const spans = texts.map((): Span[] => []);
    const visit = (positions: readonly number[]): void => {
      const joined = positions.map(at => texts[at] ?? '').join(JOINT);
      const found = this.#spansIn(joined);
      let [index, start] = [0, 0];
      for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
        while (index < positions.length - 1 && from > start + lengthAt(index)) start += lengthAt(index++) + 1;
        for (
          let [at, begin] = [index, start];
          at < positions.length && begin < to;
          begin += lengthAt(at++) + 1
        ) {
          const [first, last] = [Math.max(0, from - begin), Math.min(lengthAt(at), to - begin)];
          if (first < last) spans[positions[at] ?? 0]?.push([first, last]);
        }
      }
      function lengthAt(position: number): number {
        return texts[positions[position] ?? -1]?.length ?? 0;
      }
    };
    visit(texts.map((_, at) => at));
    // Boxes with a character each can have labels between them.
    const single = texts.flatMap((text, at) => (lettersOf(text, false).text.length === 1 ? [at] : []));
    if (single.length >= 2 && single.length < texts.length) visit(single);
    return spans;
  }

  #find(text: string, { text: letters, starts, ends }: Letters): readonly Span[] {
    const found: Span[] = [];
    for (const [length, codes] of this.#byLength) {
      for (let at = 0; at + length <= letters.length; at++) {
        if (!codes.has(letters.slice(at, at + length))) continue;
        if (!isTogether(text, starts, ends, at, length)) continue;
        found.push([starts[at] ?? 0, ends[at + length - 1] ?? 0]);
      }
    }
    return found;
  }
}

function isTogether(
  text: string,
  starts: readonly number[],
  ends: readonly number[],
  at: number,
  length: number,
): boolean {
  const { invisible, lightGap } = patterns();
  for (let next = at + 1; next < at + length; next++) {
    const [from, to] = [ends[next - 1] ?? 0, starts[next] ?? 0];
    if (to <= from) continue;
    // An escape is not counted by its length.
    const gap = text
      .slice(from, to)
      .replace(/\\u(?:\{[\da-f]{1,6}\}|[\da-f]{4})|\\[bfnrtv0]|(?:%[\da-f]{2})+|&#?\w{2,8};|<[^<>]*>/gi, ' ')
      .replace(invisible, '');
    if (gap.length > MAX_GAP || (length < SHORT && !lightGap.test(gap))) return false;
  }
  return true;
}

/** Reads the letters and digits of a text; `isDecoded` reads escapes of JSON, URLs, and HTML, and skips tags. */
function lettersOf(text: string, isDecoded: boolean): Letters {
  const [starts, ends]: [number[], number[]] = [[], []];
  let letters = '';
  const add = (character: string, start: number, end: number): void => {
    const folded = foldedCharacter(character);
    letters += folded;
    // A position for each unit of UTF-16.
    const units = folded.split('');
    starts.push(...units.map(() => start));
    ends.push(...units.map(() => end));
  };
  if (isDecoded) {
    for (const match of text.matchAll(patterns().piece)) {
      const [whole, braced, unicode, byte, percent, decimal, hex] = match;
      const escaped = braced ?? unicode ?? byte ?? hex;
      const point = escaped === undefined ? Number(decimal) : parseInt(escaped, 16);
      const character = /^[\p{L}\p{N}]/u.test(whole)
        ? whole
        : percent === undefined
          ? characterOf(point)
          : decodePercent(percent);
      add(character, match.index, match.index + whole.length);
    }
  } else {
    for (let at = 0; at < text.length; at++) {
      const character =
        text.charCodeAt(at) < 0xd8_00 ? (text[at] ?? '') : characterOf(text.codePointAt(at) ?? 0);
      add(character, at, at + character.length);
      at += Math.max(0, character.length - 1);
    }
  }
  return { text: letters, starts, ends };
}

// Bytes that are no text separate.
function decodePercent(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return '';
  }
}

function characterOf(point: number): string {
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}

/** Returns the letters and digits of a character in the form in which they are compared. */
function foldedCharacter(character: string): string {
  if (character.length === 1 && character <= '\u007F')
    return /[a-z\d]/i.test(character) ? character.toLowerCase() : '';
  return foldCharacters(character)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let [shown, end] = ['', 0];
  let isOpen = false;
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (to <= end) continue;
    if (from > end || !isOpen) shown += text.slice(end, from) + HIDDEN;
    isOpen = true;
    end = Math.max(end, to);
  }
  return shown + text.slice(end);
}

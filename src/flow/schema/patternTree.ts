import { CannotCheck } from './cannotCheck.ts';

/** A parsed pattern, as far as needed to match it in linear time. */
export type PatternTree =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly body: PatternTree; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' | 'word' | 'notWord' }
  | {
      readonly kind: 'look';
      readonly ahead: boolean;
      readonly negative: boolean;
      readonly body: PatternTree;
    }
  /** A part that cannot be matched in linear time, such as a backreference. */
  | { readonly kind: 'other'; readonly body: PatternTree | undefined };

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 200;

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const STRICT_ESCAPE =
  /\\(?:u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)/suy;
const LOOSE_ESCAPE = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|\d+|.)/sy;
const CLASS = /\[(?:\\.|[^\]\\])*\]/sy;
const GROUP = /\((?:\?(?:(:)|(<[^=!>][^>]*>)|(<?)([=!])|[\w-]*:))?/y;

/** Splits off the flags of other dialects at the beginning of a pattern, such as `(?i)`. */
export function splitFlags(pattern: string): { readonly source: string; readonly flags: string } {
  const [opening = '', start = '', flags = ''] = /^(\^?)\(\?(is?|si?)\)/.exec(pattern) ?? [];
  return { source: start + pattern.slice(opening.length), flags };
}

/** Parses a pattern that RegExp accepts with or without the flag `u`, except for flags. Throws CannotCheck. */
export function parsePattern(pattern: string, isUnicode: boolean): PatternTree {
  const { source } = splitFlags(pattern);
  if (source.length > MAX_LENGTH)
    throw new CannotCheck('a pattern is too long to be checked in bounded time');
  return new PatternParser(source, isUnicode).choice(0);
}

class PatternParser {
  readonly #source: string;
  readonly #isUnicode: boolean;
  #at = 0;

  constructor(source: string, isUnicode: boolean) {
    this.#source = source;
    this.#isUnicode = isUnicode;
  }

  choice(depth: number): PatternTree {
    if (depth > MAX_DEPTH)
      throw new CannotCheck(`a pattern has groups nested deeper than ${MAX_DEPTH} levels`);
    const parts = [this.#sequence(depth)];
    while (this.#take('|')) parts.push(this.#sequence(depth));
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #sequence(depth: number): PatternTree {
    const parts: PatternTree[] = [];
    while (this.#at < this.#source.length && !this.#isNext('|') && !this.#isNext(')')) {
      parts.push(this.#repeated(this.#atom(depth)));
    }
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'sequence', parts };
  }

  #repeated(body: PatternTree): PatternTree {
    const match = this.#match(QUANTIFIER);
    if (!match) return body;
    const [, sign, low, comma, high] = match;
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    const open = sign === '*' || sign === '+' || (comma !== undefined && high === '');
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(high ?? low);
    return { kind: 'repeat', body, min, max };
  }

  #atom(depth: number): PatternTree {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#isNext('(')) return this.#group(depth);
    const [source] =
      this.#match(this.#isUnicode ? STRICT_ESCAPE : LOOSE_ESCAPE) ?? this.#match(CLASS) ?? this.#character();
    if (source === '\\b') return { kind: 'word' };
    if (source === '\\B') return { kind: 'notWord' };
    // Without the flag `u`, their meaning depends on the groups of the whole pattern.
    const isUnsure = !this.#isUnicode && /^\\(?:k|c$|0\d)/.test(source);
    if (isUnsure || /^\\(?:[1-9]|k<)/.test(source)) return { kind: 'other', body: undefined };
    return { kind: 'character', source };
  }

  #group(depth: number): PatternTree {
    const [opening = '(', plain, name, behind, sign] = this.#match(GROUP) ?? [];
    const body = this.choice(depth + 1);
    this.#take(')');
    if (opening === '(' || plain !== undefined || name !== undefined) return body;
    if (sign === undefined) return { kind: 'other', body };
    return { kind: 'look', ahead: behind === '', negative: sign === '!', body };
  }

  #character(): [string] {
    const { [this.#at]: unit = '' } = this.#source;
    const character = this.#isUnicode ? String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0) : unit;
    this.#at += character.length;
    return [character];
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at += match[0].length;
    return match;
  }

  #isNext(character: string): boolean {
    return this.#source.startsWith(character, this.#at);
  }

  #take(character: string): boolean {
    if (!this.#isNext(character)) return false;
    this.#at += character.length;
    return true;
  }
}

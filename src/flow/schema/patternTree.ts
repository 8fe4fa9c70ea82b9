/** A pattern taken apart, as far as a machine that runs in linear time needs it. */
export type PatternTree =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly body: PatternTree; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' | 'word' | 'notWord' }
  /** What such a machine cannot do: looking ahead or behind, and what a group matched before. */
  | { readonly kind: 'other'; readonly body: PatternTree | undefined };

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const ESCAPE =
  /^\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)/su;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const GROUP = /^\((?:\?(?:(:)|(<[^=!>][^>]*>)|(<?[=!])|[\w-]*:))?/;

/** Takes a pattern apart that RegExp has accepted. */
export function parsePattern(source: string): PatternTree {
  return new PatternParser(source).choice();
}

class PatternParser {
  #rest: string;

  constructor(source: string) {
    this.#rest = source;
  }

  choice(): PatternTree {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (this.#rest !== '' && !this.#rest.startsWith('|') && !this.#rest.startsWith(')')) {
      parts.push(this.#repeated(this.#atom()));
    }
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'sequence', parts };
  }

  #repeated(body: PatternTree): PatternTree {
    const match = QUANTIFIER.exec(this.#rest);
    if (!match) return body;
    this.#skip(match[0].length);
    const [, sign, low, comma, high] = match;
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    const open = sign === '*' || sign === '+' || (comma !== undefined && high === '');
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(high ?? low);
    return { kind: 'repeat', body, min, max };
  }

  #atom(): PatternTree {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#rest.startsWith('(')) return this.#group();
    const source =
      ESCAPE.exec(this.#rest)?.[0] ??
      CLASS.exec(this.#rest)?.[0] ??
      String.fromCodePoint(this.#rest.codePointAt(0) ?? 0);
    this.#skip(source.length);
    if (source === '\\b') return { kind: 'word' };
    if (source === '\\B') return { kind: 'notWord' };
    if (/^\\(?:[1-9]|k<)/.test(source)) return { kind: 'other', body: undefined };
    return { kind: 'character', source };
  }

  #group(): PatternTree {
    const [opening = '(', plain, name] = GROUP.exec(this.#rest) ?? [];
    this.#skip(opening.length);
    const body = this.choice();
    this.#take(')');
    return opening === '(' || plain !== undefined || name !== undefined ? body : { kind: 'other', body };
  }

  #take(character: string): boolean {
    if (!this.#rest.startsWith(character)) return false;
    this.#skip(1);
    return true;
  }

  #skip(count: number): void {
    this.#rest = this.#rest.slice(count);
  }
}

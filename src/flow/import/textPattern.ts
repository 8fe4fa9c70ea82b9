import { templateExpressions } from '../template.ts';

/** The texts that a pattern of Maestro looks for, as far as a step can look for them. */
export interface TextPattern {
  /** Whole texts of elements, or parts of them. */
  readonly kind: 'whole' | 'part';
  readonly texts: readonly string[];
  /** True if the pattern means exactly these. */
  readonly isSame: boolean;
}

type Piece = { readonly literal: string } | 'wildcard' | 'other';
type Pieces = readonly Piece[];

const MAX_LENGTH = 1000;
/** The most texts that the groups of a pattern are written out to. */
const MAX_ALTERNATIVES = 16;
/** The minimum length of a part of a text by which an element is found. */
const MIN_PART = 3;
/** Signs with which a text is a pattern for certain. Others are signs of usual texts, which Maestro also compares as such. */
const PATTERN_SIGNS = /\\|\.[*+]|\.\{\d|\||\[[^\]]+\]|^\^|\$$|\(\?[a-zA-Z:=!<>-]|\)\?\w/;

/**
 * Reads a pattern for the whole text of an element, which is a regular expression that can contain expressions of flows;
 * undefined if it has no fixed text of some length.
 */
export function readTextPattern(pattern: string): TextPattern | undefined {
  if (pattern.length > MAX_LENGTH) return undefined;
  // Maestro compares what is no regular expression as it is.
  const read = hasSigns(pattern) ? readAlternatives(pattern, true) : undefined;
  if (!read) return { kind: 'whole', texts: [pattern], isSame: true };
  const alternatives = read.filter(pieces => pieces.length > 0);
  const wholes = alternatives.flatMap(wholeOf);
  if (wholes.length > 0 && wholes.length === alternatives.length)
    return { kind: 'whole', texts: wholes, isSame: true };
  const [around = [], ...others] = readAlternatives(pattern, false) ?? [];
  if (others.length === 0 && partOf(around) !== undefined) return partsOf([around]);
  return wholes.length > 0 ? { kind: 'whole', texts: wholes, isSame: false } : partsOf(alternatives);
}

/** Returns a pattern for texts, of which one is the whole text of an element. */
export function writeTextPattern(...texts: readonly string[]): string {
  const [only = ''] = texts;
  return texts.length === 1 && !hasSigns(only) ? only : texts.map(escapePattern).join('|');
}

/** Returns a pattern for texts that contain a text. */
export function writePartPattern(text: string): string {
  return `.*${escapePattern(text)}.*`;
}

function hasSigns(text: string): boolean {
  return PATTERN_SIGNS.test(changeLiterals(text, literal => literal, 'x'));
}

function escapePattern(text: string): string {
  return changeLiterals(text, literal => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
}

/** Changes what is around the expressions of a text, and puts a text in the place of each if one is given. */
function changeLiterals(text: string, change: (literal: string) => string, instead?: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of templateExpressions(text)) {
    result += change(text.slice(at, start)) + (instead ?? text.slice(start, end));
    at = end;
  }
  return result + change(text.slice(at));
}

function partsOf(alternatives: readonly Pieces[]): TextPattern | undefined {
  const texts = alternatives.flatMap(pieces => partOf(pieces) ?? []);
  if (texts.length === 0 || texts.length < alternatives.length) return undefined;
  return { kind: 'part', texts: [...new Set(texts)], isSame: alternatives.every(isContained) };
}

/** Returns the longest text that texts of a pattern contain; undefined if it is too short. */
function partOf(pieces: Pieces): string | undefined {
  let found = '';
  for (const piece of pieces) {
    const text = typeof piece === 'object' ? piece.literal.trim() : '';
    if (text.length > found.length) found = text;
  }
  const isLong = found.length >= MIN_PART || templateExpressions(found).length > 0;
  return isLong || (found !== '' && isContained(pieces)) ? found : undefined;
}

/** True for a pattern that means every text that contains a text. */
function isContained([first, middle, last, ...others]: Pieces): boolean {
  return first === 'wildcard' && typeof middle === 'object' && last === 'wildcard' && others.length === 0;
}

function wholeOf([only, ...others]: Pieces): readonly string[] {
  return typeof only === 'object' && others.length === 0 ? [only.literal] : [];
}

/** Returns the texts that a regular expression means, in pieces; undefined if it is none. */
function readAlternatives(pattern: string, expandsGroups: boolean): readonly Pieces[] | undefined {
  return new PatternReader(pattern, expandsGroups).read();
}

const ATOM = /\\[\s\S]|\[\^?\]?(?:[^\]\\]|\\[\s\S])*\]|[\s\S]/uy;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?/y;
const FLAGS = /\?[a-zA-Z-]+\)/y;
const LOOKAROUND = /\?<?[=!]/y;
/** The beginning of a group that is not numbered, or that has a name. */
const GROUP_KIND = /\?(?:[a-zA-Z-]*:|>|<[a-zA-Z]\w*>)/y;

class PatternReader {
  readonly #pattern: string;
  readonly #expandsGroups: boolean;
  readonly #expressions: ReadonlyMap<number, number>;
  #at = 0;
  #isInvalid = false;

  constructor(pattern: string, expandsGroups: boolean) {
    this.#pattern = pattern;
    this.#expandsGroups = expandsGroups;
    this.#expressions = new Map(templateExpressions(pattern).map(({ start, end }) => [start, end]));
  }

  read(): readonly Pieces[] | undefined {
    const alternatives = this.#alternatives();
    return this.#isInvalid || this.#at < this.#pattern.length ? undefined : alternatives;
  }

  /** Reads up to the end of the group, or of the pattern. */
  #alternatives(): readonly Pieces[] {
    const all: Pieces[] = [];
    let current: Piece[][] = [[]];
    let start = this.#at;
    while (this.#at < this.#pattern.length && this.#next !== ')') {
      if (this.#next === '|') {
        all.push(...current);
        current = [[]];
        start = ++this.#at;
        continue;
      }
      const isStart = this.#at === start;
      const atom = this.#atom(isStart);
      const isFew = atom.length * current.length <= MAX_ALTERNATIVES;
      const next: readonly Pieces[] = isFew ? atom : [['other']];
      // Copies are made only for groups, since a pattern can be long.
      if (next.length > 1) current = current.flatMap(before => next.map(() => [...before]));
      for (const [index, pieces] of current.entries())
        for (const piece of next[index % next.length] ?? []) addPiece(pieces, piece);
    }
    return [...all, ...current];
  }

  get #next(): string | undefined {
    return this.#pattern[this.#at];
  }

  #take(what: RegExp): string | undefined {
    what.lastIndex = this.#at;
    const [found] = what.exec(this.#pattern) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #atom(isStart: boolean): readonly Pieces[] {
    const end = this.#expressions.get(this.#at);
    if (end === undefined && this.#next === '(') return this.#group();
    const text = end === undefined ? (this.#take(ATOM) ?? '') : this.#pattern.slice(this.#at, end);
    if (end !== undefined) this.#at = end;
    if (text === '^' && isStart) return [[]];
    if (text === '$' && [undefined, '|', ')'].includes(this.#next)) return [[]];
    if (['*', '+', '?', '[', '\\'].includes(text)) this.#isInvalid = true;
    const quantifier = this.#take(QUANTIFIER);
    if (quantifier !== undefined) {
      const isAny = (text === '.' || text === String.raw`[\s\S]`) && /^[*+]/.test(quantifier);
      return [[isAny ? 'wildcard' : 'other']];
    }
    const isKind = /^\\[a-zA-Z\d]/.test(text) || (text.startsWith('[') && text.length > 1);
    // A single dot is a dot in most texts, and matches one.
    return [[isKind ? 'other' : { literal: text.replace(/^\\/, '') }]];
  }

  #group(): readonly Pieces[] {
    this.#at += 1;
    if (this.#take(FLAGS) !== undefined) return [[]];
    const isLookaround = this.#take(LOOKAROUND) !== undefined;
    this.#take(GROUP_KIND);
    const inner = this.#alternatives();
    if (this.#next === ')') this.#at += 1;
    else this.#isInvalid = true;
    const isRepeated = this.#take(QUANTIFIER) !== undefined;
    const isOpen = isLookaround || isRepeated || (!this.#expandsGroups && inner.length > 1);
    return isOpen ? [['other']] : inner;
  }
}

/** Adds a piece. Literal ones are joined. */
function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof piece === 'object' && typeof last === 'object')
    pieces[pieces.length - 1] = { literal: last.literal + piece.literal };
  else pieces.push(piece);
}

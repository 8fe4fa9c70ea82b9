/** The text that a pattern of Maestro looks for, as far as a step can look for it. */
export type TextPattern =
  | { readonly kind: 'whole'; readonly texts: readonly string[] }
  /** Texts that contain a text; `isSame` if the pattern means exactly that. */
  | { readonly kind: 'part'; readonly text: string; readonly isSame: boolean };

type Piece = { readonly literal: string } | 'wildcard' | 'other';

const MAX_LENGTH = 1000;
/** The minimum length of a part of a text by which an element is found. */
const MIN_PART = 3;
/** Signs with which a text is a pattern for certain. Others are signs of usual texts, which Maestro also compares as such. */
const PATTERN_SIGNS = /\\|\.[*+]|\||\[[^\]]+\]|^\^|\$$|^\(\?[a-z]+\)/;

/**
 * Reads a pattern for the whole text of an element, which is a regular expression; undefined if it has no fixed text of
 * some length.
 */
export function readTextPattern(pattern: string): TextPattern | undefined {
  if (pattern.length > MAX_LENGTH) return undefined;
  if (!PATTERN_SIGNS.test(pattern)) return { kind: 'whole', texts: [pattern] };
  const bare = pattern
    .replace(/^\(\?[a-z]+\)/, '')
    .replace(/^\^/, '')
    .replace(/(?<!\\)\$$/, '');
  const alternatives = bare.includes('(') ? [bare] : splitAlternatives(bare);
  const pieces = alternatives.map(piecesOf);
  const wholes = pieces.map(wholeOf);
  if (wholes.every(text => text !== undefined) && wholes.length > 0) return { kind: 'whole', texts: wholes };
  if (pieces.length > 1) {
    const texts = wholes.filter(text => text !== undefined);
    const parts = pieces.flatMap(one => longest(one) ?? []);
    return texts.length > 0 ? { kind: 'whole', texts } : partOf(parts[0], false);
  }
  const [only = []] = pieces;
  const [first, middle, last] = only;
  const isContained =
    only.length === 3 && first === 'wildcard' && last === 'wildcard' && typeof middle === 'object';
  return partOf(longest(only), isContained);
}

/** Returns a pattern for texts, of which one is the whole text of an element. */
export function writeTextPattern(...texts: readonly string[]): string {
  const [only = ''] = texts;
  return texts.length === 1 && !PATTERN_SIGNS.test(only) ? only : texts.map(escapePattern).join('|');
}

/** Returns a pattern for texts that contain a text. */
export function writePartPattern(text: string): string {
  return `.*${escapePattern(text)}.*`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function partOf(text: string | undefined, isSame: boolean): TextPattern | undefined {
  if (text === undefined || (!isSame && text.length < MIN_PART)) return undefined;
  return { kind: 'part', text, isSame };
}

function splitAlternatives(pattern: string): readonly string[] {
  return pattern.split(/(?<!\\)\|/).filter(part => part !== '');
}

function wholeOf(pieces: readonly Piece[]): string | undefined {
  const [only, ...others] = pieces;
  return typeof only === 'object' && others.length === 0 ? only.literal : undefined;
}

function longest(pieces: readonly Piece[]): string | undefined {
  let found: string | undefined;
  for (const piece of pieces)
    if (typeof piece === 'object' && piece.literal.trim().length > (found ?? '').trim().length)
      found = piece.literal;
  return found?.trim();
}

// A single dot is a dot in most texts, and matches one.
const PIECE =
  /(\\[dwsbDWSB]|\[(?:[^\]\\]|\\.)*\]|[()])(?:[*+?]|\{[\d,]*\})?\??|(\.[*+]\??)|\\(.)|([^\\[(])/gsu;

function piecesOf(pattern: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let literal = '';
  const end = (piece?: Piece): void => {
    if (literal !== '') pieces.push({ literal });
    literal = '';
    if (piece !== undefined) pieces.push(piece);
  };
  for (const [whole, other, wildcard, escaped, plain] of pattern.matchAll(PIECE)) {
    if (other !== undefined) end(whole.startsWith(String.raw`[\s\S]*`) ? 'wildcard' : 'other');
    else if (wildcard !== undefined) end('wildcard');
    else if (plain !== undefined && '*+?{'.includes(plain)) {
      // The character before may be there or not.
      literal = literal.slice(0, -1);
      end('other');
    } else literal += escaped ?? plain ?? '';
  }
  end();
  return pieces;
}

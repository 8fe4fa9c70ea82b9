import type { Token } from './readTokens.ts';

/** Something in a message that has the form of a passcode. */
export interface CodeCandidate {
  /** The passcode as it is typed: digits without separators; with letters, as written. */
  readonly code: string;
  readonly kind: 'digits' | 'mixed' | 'letters';
  /** The positions of its first and last pieces. */
  readonly start: number;
  readonly end: number;
  /** True if it consists of several groups, or has a prefix such as `G-`. */
  readonly isGrouped: boolean;
}

/** The numbers of digits of groups that belong together. */
const SHAPES = new Set([
  '1,1,1,1',
  '1,1,1,1,1',
  '1,1,1,1,1,1',
  '1,1,1,1,1,1,1',
  '1,1,1,1,1,1,1,1',
  '2,2',
  '2,2,2',
  '2,2,2,2',
  '3,3',
  '3,3,3',
  '4,4',
  '3,4',
  '4,3',
  '2,3',
  '3,2',
  '5,5',
  '2,4',
  '4,2',
  '3,3,2',
  '2,3,3',
  '3,2,3',
]);
/** Groups that may stand on lines of their own. */
const LINES = new Set([...SHAPES].filter(shape => /^1,|^3,3$/.test(shape)));
const [SHORTEST, MAX_LENGTH, MAX_PLAIN_LENGTH] = [4, 10, 14];
/** Marks that join a number to something larger, such as an address, a file name, or a sum. */
const JOINING_BEFORE = '/\\@_&~$%^+';
const JOINING_AFTER = '/=@\\_&~+^';

interface Unit {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

/** Returns all that has the form of a passcode, in the order of the message. */
export function findCandidates(tokens: readonly Token[]): readonly CodeCandidate[] {
  const found: CodeCandidate[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isAlphanumeric(tokens[at])) continue;
    const unit = unitAt(tokens, at);
    const group = unit.parts.length === 1 ? groupFrom(tokens, unit) : undefined;
    found.push(...(group ? candidatesOfGroup(tokens, group) : candidateOf(tokens, unit)));
    at = (group?.at(-1) ?? unit).end;
  }
  return found;
}

/** Reads letters and digits that are joined by dashes. */
function unitAt(tokens: readonly Token[], start: number): Unit {
  const parts = [tokens[start]?.raw ?? ''];
  let end = start;
  while (
    (tokens[end + 1]?.word === '-' || tokens[end + 1]?.word === '·') &&
    tokens[end + 1]?.isGlued === true &&
    isAlphanumeric(tokens[end + 2]) &&
    tokens[end + 2]?.isGlued === true
  ) {
    end += 2;
    parts.push(tokens[end]?.raw ?? '');
  }
  return { start, end, parts };
}

/** Reads numbers that follow one another after spaces, or digit by digit on lines; undefined if it is only one. */
function groupFrom(tokens: readonly Token[], first: Unit): readonly Unit[] | undefined {
  if (!isPlainNumber(tokens, first)) return undefined;
  const units = [first];
  const isOnLines = tokens[first.end + 1]?.kind === 'line' && tokens[first.end + 2]?.kind === 'digits';
  for (;;) {
    const last = units.at(-1) ?? first;
    const next = last.end + (isOnLines ? 2 : 1);
    if (isOnLines && tokens[next - 1]?.raw.length !== 1 && tokens[next - 1]?.raw !== '\n\n') break;
    if (tokens[next]?.kind !== 'digits' || tokens[next].isGlued) break;
    const unit = unitAt(tokens, next);
    if (!isPlainNumber(tokens, unit)) break;
    units.push(unit);
  }
  return units.length > 1 ? units : undefined;
}

function candidatesOfGroup(tokens: readonly Token[], units: readonly Unit[]): readonly CodeCandidate[] {
  const sizes = units.map(({ parts: [part = ''] }) => part.length);
  const code = units.map(({ parts: [part = ''] }) => part).join('');
  const [first, last] = [units[0], units.at(-1)];
  const isOnLines = first !== undefined && tokens[first.end + 1]?.kind === 'line';
  if (first && last && (isOnLines ? LINES : SHAPES).has(sizes.join(',')) && !isYears(sizes, units))
    return isFree(tokens, first.start, last.end)
      ? [{ code, kind: 'digits', start: first.start, end: last.end, isGrouped: true }]
      : [];
  // Several groups without a usual form are a number of a phone, a card, or an account.
  if (!isOnLines && sizes.length > 2 && code.length > 8 && sizes.every(size => size < 6)) return [];
  return units.flatMap(unit => candidateOf(tokens, unit));
}

function candidateOf(tokens: readonly Token[], { start, end, parts }: Unit): readonly CodeCandidate[] {
  if (!isFree(tokens, start, end)) return [];
  const [only = '', second = ''] = parts;
  const joined = parts.join('');
  if (parts.length === 1) {
    const kind = /^\d+$/.test(only) ? 'digits' : /\d/.test(only) ? 'mixed' : 'letters';
    if (only.length < SHORTEST || only.length > MAX_LENGTH || !isAscii(only) || isMeasure(only)) return [];
    return [{ code: only, kind, start, end, isGrouped: false }];
  }
  const sizes = parts.map(part => part.length);
  if (/^\d+$/.test(joined)) {
    const isCode = SHAPES.has(sizes.join(',')) && !parts.every(isYear);
    return isCode ? [{ code: joined, kind: 'digits', start, end, isGrouped: true }] : [];
  }
  if (!isAscii(joined) || parts.some(part => /^x+$/i.test(part))) return [];
  // The name of the sender, as in `G-482913`, is not typed.
  if (parts.length === 2 && /^[A-Z]{1,2}$/.test(only) && /^\d{4,8}$/.test(second))
    return [{ code: second, kind: 'digits', start, end, isGrouped: true }];
  const isCode =
    joined.length <= MAX_PLAIN_LENGTH &&
    parts.length <= 4 &&
    joined.length >= 6 &&
    sizes.every(size => size >= 2 && size <= 5) &&
    (/\d/.test(joined) || /^[A-Z]+$/.test(joined)) &&
    !/-(?:19|20)\d\d$|^(?:19|20)\d\d-/.test(parts.join('-'));
  const kind = /\d/.test(joined) ? 'mixed' : 'letters';
  return isCode ? [{ code: parts.join('-'), kind, start, end, isGrouped: true }] : [];
}

/** True if nothing joins these pieces to a larger number, address, or word. */
function isFree(tokens: readonly Token[], start: number, end: number): boolean {
  const [before, first, after] = [tokens[start - 1], tokens[start], tokens[end + 1]];
  const [further, beyond] = [tokens[start - 2], tokens[end + 2]];
  if (before && first?.isGlued === true && before.kind === 'mark') {
    if (JOINING_BEFORE.includes(before.word)) return false;
    const isJoined = before.isGlued && further !== undefined;
    if ('.,:/-'.includes(before.word) && isJoined && (further.kind === 'digits' || further.kind === 'mixed'))
      return false;
    // Masked digits, as in `••4829`; stars on both sides only emphasize.
    const isDots = before.word !== '.' || further?.word === '.';
    if (isMasking(before.word) && isDots && !isClosed(tokens, end, before.word)) return false;
  }
  if (after?.isGlued === true && after.kind === 'mark') {
    if (JOINING_AFTER.includes(after.word)) return false;
    if ('.,:-'.includes(after.word) && beyond?.isGlued === true && /^\d/.test(beyond.word)) return false;
  }
  return true;
}

/** True if the mark before a number also follows it, at most after its other groups. */
function isClosed(tokens: readonly Token[], end: number, mark: string): boolean {
  for (let at = end + 1; at <= end + MAX_PLAIN_LENGTH * 2; at++) {
    const token = tokens[at];
    if (token?.word === mark && token.isGlued) return true;
    if (!isAlphanumeric(token) && token?.word !== '-') return false;
  }
  return false;
}

function isMasking(mark: string): boolean {
  return '*•●…#.∙×'.includes(mark) && mark !== '#';
}

function isAlphanumeric(token: Token | undefined): boolean {
  if (!token) return false;
  return token.kind === 'digits' || token.kind === 'mixed' || (token.kind === 'word' && isAscii(token.raw));
}

function isPlainNumber(tokens: readonly Token[], { start, end, parts }: Unit): boolean {
  return parts.length === 1 && tokens[start]?.kind === 'digits' && isFree(tokens, start, end);
}

function isAscii(text: string): boolean {
  return /^[A-Za-z\d]+$/.test(text);
}

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

function isYears(sizes: readonly number[], units: readonly Unit[]): boolean {
  return sizes.join(',') === '4,4' && units.every(({ parts: [part = ''] }) => isYear(part));
}

/** True for an ordinal, a measure, or masked digits, such as `4829th`, `1500kg`, and `xx4829`. */
function isMeasure(text: string): boolean {
  return /^(?:\d+(?:st|nd|rd|th|am|pm|h|hrs?|s|secs?|mins?|k|km|kg|g|mb|gb|tb|kb|px|x|eur|usd|gbp|chf|kr|zl|tl)|x{2,}\d+|\d+x{2,})$/i.test(
    text,
  );
}

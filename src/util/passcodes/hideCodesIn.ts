import { HIDDEN } from '../hidden.ts';
import { isObject } from '../isObject.ts';
import type { CodeHider } from './hideCodes.ts';

/** A text of a value, with the name of its member; items of a list have the name of the list. */
interface Leaf {
  readonly name: string;
  readonly text: string;
}

/** The number of digits of a code that is hidden within a longer number. */
const LONG_CODE = 6;
/** The maximum depth of a value; what is deeper is left out. */
const MAX_DEPTH = 200;
/** Names of measures, which may be equal to a passcode by chance. */
const MEASURES: ReadonlySet<string> = new Set(
  'x y ms left top right bottom width height durationMs tookMs waitedMs status duration startX startY endX endY'.split(
    ' ',
  ),
);
/** Names of members whose values only identify a record or tell a time, if they have that form. */
const IDENTIFYING = /(?:^|[a-z_])(?:id|Id|ID|at|At)$|^(?:now|screenBefore|screenAfter|screens|handle)$/;
const IDENTITY =
  /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|[\da-f]{24}|msg_[\da-f]{20}|passcode-[\w-]{12})$/;

/** Options of `hideCodesIn`. */
interface HidingOptions {
  /** False if all numbers of the value are measures. */
  readonly hasNumbers?: boolean;
}

/**
 * Returns a copy of a JSON value with dots in place of the known codes, also across its texts: the items of a list, equally
 * named members such as the texts of boxes on a screen, and texts with a character each. IDs and times in members of
 * their own and measures are kept.
 */
export function hideCodesIn<T>(value: T, codes: CodeHider, options?: HidingOptions): T;
export function hideCodesIn(
  value: unknown,
  codes: CodeHider,
  { hasNumbers = true }: HidingOptions = {},
): unknown {
  if (codes.isEmpty) return value;
  const leaves: Leaf[] = [];
  collect(value, '', leaves, MAX_DEPTH);
  const hidden = hideLeaves(leaves, codes);
  let next = 0;
  const copy = (part: unknown, name: string, depth: number): unknown => {
    if (typeof part === 'string') return isIdentity(name, part) ? part : (hidden[next++] ?? part);
    if (typeof part === 'number') return hasNumbers ? hideNumber(part, name, codes) : part;
    if (typeof part !== 'object' || part === null) return part;
    if (depth === 0) return '…';
    if (Array.isArray(part)) {
      const items = part.map(item => copy(item, name, depth - 1));
      return hasNumbers ? hideDigits(items, codes) : items;
    }
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [codes.hide(key), copy(inner, key, depth - 1)]),
    );
  };
  return copy(value, '', MAX_DEPTH);
}

/** True if the name and the value of a member are those of a measure. */
export function isMeasure(name: string, value: unknown): boolean {
  return typeof value === 'number' && MEASURES.has(name);
}

function collect(value: unknown, name: string, leaves: Leaf[], depth: number): void {
  if (typeof value === 'string') {
    if (!isIdentity(name, value)) leaves.push({ name, text: value });
  } else if (depth > 0 && Array.isArray(value))
    for (const item of value) collect(item, name, leaves, depth - 1);
  else if (depth > 0 && isObject(value))
    for (const [key, inner] of Object.entries(value)) collect(inner, key, leaves, depth - 1);
}

function hideLeaves(leaves: readonly Leaf[], codes: CodeHider): readonly string[] {
  const hidden = leaves.map(({ text }) => text);
  const hide = (positions: readonly number[]): void => {
    const shown = codes.hideAcross(positions.map(at => hidden[at] ?? ''));
    positions.forEach((at, index) => (hidden[at] = shown[index] ?? ''));
  };
  const byName = new Map<string, number[]>();
  leaves.forEach(({ name }, at) => {
    const positions = byName.get(name) ?? [];
    positions.push(at);
    byName.set(name, positions);
  });
  for (const positions of byName.values()) hide(positions);
  if (byName.size > 1) hide(leaves.flatMap(({ text }, at) => (Array.from(text).length <= 2 ? [at] : [])));
  return hidden;
}

function isIdentity(name: string, text: string): boolean {
  return IDENTIFYING.test(name) && IDENTITY.test(text);
}

// A short code is part of many longer numbers by chance.
function hideNumber(value: number, name: string, codes: CodeHider): unknown {
  if (isMeasure(name, value)) return value;
  const digits = String(value);
  const left = codes.hide(digits).replaceAll(HIDDEN, '');
  return left === '' || digits.length - left.length >= LONG_CODE ? HIDDEN : value;
}

function hideDigits(items: readonly unknown[], codes: CodeHider): readonly unknown[] {
  const isDigit = (item: unknown): boolean => typeof item === 'number' && /^\d$/.test(String(item));
  if (!items.some(isDigit)) return items;
  const shown = codes.hideAcross(items.map(item => (isDigit(item) ? String(item) : '')));
  return items.map((item, at) => (isDigit(item) && shown[at] !== String(item) ? HIDDEN : item));
}

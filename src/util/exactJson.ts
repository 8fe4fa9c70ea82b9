declare global {
  // What the engine has beyond the types of the language version in use.
  interface JSON {
    rawJSON(text: string): unknown;
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A number of a JSON text that a number of JavaScript cannot stand for; written as JSON it is what it was. */
export class LostNumber {
  /** As it is written. */
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.literal);
  }
}

/** Source of a pattern for the start of a number that reading may change: one with many digits or an exponent. */
export const SUSPECT_NUMBER = String.raw`-?(?:\d[\d.]{15}|\d[\d.]*[eE])`;
const SUSPECT = new RegExp(String.raw`[:,[]\s*${SUSPECT_NUMBER}`);
// Apart from those within, since one expression for both takes twice as long.
const IS_NUMBER = /^\s*-?\d/;
const PARTS = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Tells what becomes of a number when it is read: `lost` for an integer that would be another one and for a number out of
 * range, `rounded` for a fraction with more digits than are kept, `none` for all others.
 */
export function numberLoss(literal: string): 'none' | 'rounded' | 'lost' {
  if (literal.length <= 15 && !/[eE]/.test(literal)) return 'none';
  const value = Number(literal);
  if (!Number.isFinite(value)) return 'lost';
  const [written, kept] = [decimalOf(literal), decimalOf(String(value))];
  if (written.digits === kept.digits && written.power === kept.power) return 'none';
  return value === 0 || written.power >= 0 ? 'lost' : 'rounded';
}

/** Tells whether a JSON text may have numbers that reading changes; false is certain. */
export function mayLoseNumbers(text: string): boolean {
  return SUSPECT.test(text) || IS_NUMBER.test(text);
}

/** Reads JSON as `JSON.parse` does, except that each number that would be lost is a LostNumber. */
export function parseExact(text: string): unknown {
  if (!mayLoseNumbers(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && numberLoss(source) === 'lost'
      ? new LostNumber(source)
      : value,
  );
}

/** The first lost number in a value. */
export function lostNumberIn(value: unknown): LostNumber | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof LostNumber) return value;
  for (const inner of Object.values(value)) {
    const found = lostNumberIn(inner);
    if (found) return found;
  }
  return undefined;
}

/** The sentence that says what is wrong with a lost number. */
export function lostNumberText({ literal }: Pick<LostNumber, 'literal'>): string {
  const value = Number(literal);
  const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal;
  return Number.isFinite(value) && value !== 0
    ? `The number ${shown} has more digits than can be kept: it would become ${value}. Write it as a text if the service takes one.`
    : `The number ${shown} is out of the range of numbers.`;
}

/** A decimal number as its digits without zeros at the ends, times a power of ten. */
function decimalOf(literal: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', part = '', exponent = '0'] = PARTS.exec(literal) ?? [];
  const all = (whole + part).replace(/^0+/, '');
  const end = endOfDigits(all);
  if (end === 0) return { digits: '', power: 0 };
  return { digits: all.slice(0, end), power: Number(exponent) - part.length + all.length - end };
}

// A search for zeros at the end would begin anew at every zero.
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return end;
}

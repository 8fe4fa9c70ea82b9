declare global {
  // Engine features that the configured TypeScript library does not declare.
  interface JSON {
    rawJSON(text: string): unknown;
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A number in JSON text that a JavaScript number cannot represent; serializes back to its original text. */
export class LostNumber {
  /** The number as written in the JSON text. */
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.literal);
  }
}

/** A pattern source for the start of a number that parsing may change: one with many digits or an exponent. */
const SUSPECT_NUMBER = String.raw`-?(?:\d[\d.]{15}|\d[\d.]*[eE])`;
const SUSPECT = new RegExp(String.raw`[:,[]\s*${SUSPECT_NUMBER}`);
// Kept separate from SUSPECT, because one combined expression takes twice as long.
const IS_NUMBER = /^\s*-?\d/;
const PARTS = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns how parsing changes a number: `lost` if an integer changes or the number is out of range, `rounded` if a
 * fraction loses digits, `none` otherwise and for a text that is not a number, such as `1e`.
 */
export function numberLoss(literal: string): 'none' | 'rounded' | 'lost' {
  if (literal.length <= 15 && !/[eE]/.test(literal)) return 'none';
  const value = Number(literal);
  if (Number.isNaN(value)) return 'none';
  if (!Number.isFinite(value)) return 'lost';
  const [written, kept] = [toDecimal(literal), toDecimal(String(value))];
  if (written.digits === kept.digits && written.power === kept.power) return 'none';
  return value === 0 || written.power >= 0 ? 'lost' : 'rounded';
}

/** Returns true if parsing a JSON text may change numbers in it; false is reliable, true is not. */
export function mayLoseNumbers(text: string): boolean {
  return SUSPECT.test(text) || IS_NUMBER.test(text);
}

/** Parses JSON as `JSON.parse` does, except that a number which would be lost becomes a LostNumber. */
export function parseExact(text: string): unknown {
  if (!mayLoseNumbers(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && numberLoss(source) === 'lost'
      ? new LostNumber(source)
      : value,
  );
}

/** Parses JSON like `parseExact`; undefined if the text is not JSON. */
export function readExact(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Returns the first lost number in a value. */
export function lostNumberIn(value: unknown): LostNumber | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof LostNumber) return value;
  for (const inner of Object.values(value)) {
    const found = lostNumberIn(inner);
    if (found) return found;
  }
  return undefined;
}

/** Returns the error message for a lost number. */
export function lostNumberText({ literal }: Pick<LostNumber, 'literal'>): string {
  const value = Number(literal);
  const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal;
  return Number.isFinite(value) && value !== 0
    ? `The number ${shown} has more digits than can be kept: it would become ${value}. Write it as a text if the service takes one.`
    : `The number ${shown} is out of the range of numbers.`;
}

/** Splits a decimal number into its digits, without leading and trailing zeros, and a power of ten. */
function toDecimal(literal: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', fraction = '', exponent = '0'] = PARTS.exec(literal) ?? [];
  const allDigits = (whole + fraction).replace(/^0+/, '');
  const end = endOfDigits(allDigits);
  if (end === 0) return { digits: '', power: 0 };
  return {
    digits: allDigits.slice(0, end),
    power: Number(exponent) - fraction.length + allDigits.length - end,
  };
}

// Avoids a `/0+$/` search, which restarts at every zero.
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return end;
}

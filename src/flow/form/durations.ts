import { counted } from '../../util/counted.ts';
/** The units of durations, the smallest first. */
export const TIME_UNITS = [
  'milliseconds',
  'seconds',
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'years',
] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** The units of durations that are numbers in a file. */
export type NumberNotation = 'milliseconds' | 'seconds';

/** The notation of a duration in a file: a number of a unit, or a text of ISO 8601. */
export type DurationNotation = NumberNotation | 'iso';

/** The input of a duration: its notation, and the units to choose from, the smallest first. */
export interface DurationInput {
  readonly notation: DurationNotation;
  readonly units: readonly TimeUnit[];
}

/** A duration in one unit. */
export interface Amount {
  readonly count: number;
  readonly unit: TimeUnit;
}

/** A duration; the length of a month is not known. */
interface Length {
  readonly months: number;
  readonly milliseconds: number;
  /** The smallest unit that it was written with. */
  readonly unit: TimeUnit;
}

const SIZES: Readonly<Record<TimeUnit, number>> = {
  milliseconds: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
  months: 1,
  years: 12,
};

/** The beginnings and ends of durations with one unit. */
const ISO_PARTS: Readonly<Partial<Record<TimeUnit, readonly [before: string, after: string]>>> = {
  seconds: ['PT', 'S'],
  minutes: ['PT', 'M'],
  hours: ['PT', 'H'],
  days: ['P', 'D'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
  years: ['P', 'Y'],
};

const ISO =
  /^P(?=\d|T\d)(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?=\d)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;
const ISO_UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

const NAMES: Readonly<Record<string, TimeUnit>> = {
  ms: 'milliseconds',
  s: 'seconds',
  sec: 'seconds',
  min: 'minutes',
  h: 'hours',
  hr: 'hours',
  d: 'days',
};

/** Returns how many milliseconds, or months, a unit has. */
export function unitSize(unit: TimeUnit): number {
  return SIZES[unit];
}

/** Returns an amount as ISO 8601; undefined for milliseconds. */
export function isoText({ count, unit }: Amount): string | undefined {
  const parts = ISO_PARTS[unit];
  return parts && `${parts[0]}${count}${parts[1]}`;
}

/** Returns a value as an amount, in the preferred unit if possible; undefined if it is none. */
export function amountOf(
  value: unknown,
  { notation, units }: DurationInput,
  preferred?: TimeUnit,
): Amount | undefined {
  const length = lengthOf(value, notation);
  if (!length || (length.months > 0 && length.milliseconds > 0)) return undefined;
  const total = length.months > 0 ? length.months : length.milliseconds;
  const isFitting = (unit: TimeUnit): boolean => isOfMonths(unit) === isOfMonths(length.unit);
  const amountIn = (unit: TimeUnit): Amount => ({ count: total / SIZES[unit], unit });
  if (preferred && isFitting(preferred) && isShort(amountIn(preferred).count)) return amountIn(preferred);
  // A text says its unit, a number does not.
  const isWhole = (unit: TimeUnit): boolean => isFitting(unit) && Number.isInteger(total / SIZES[unit]);
  const natural = notation === 'iso' || total === 0 ? undefined : units.findLast(isWhole);
  return amountIn(natural ?? length.unit);
}

/** Returns the value of an amount; undefined if the notation has none. */
export function durationValue({ count, unit }: Amount, notation: DurationNotation): unknown {
  if (notation !== 'iso') return rounded((count * SIZES[unit]) / SIZES[notation]);
  const total = rounded(count * SIZES[unit]);
  const whole = TIME_UNITS.slice(0, TIME_UNITS.indexOf(unit) + 1).findLast(
    smaller => isOfMonths(smaller) === isOfMonths(unit) && Number.isInteger(rounded(total / SIZES[smaller])),
  );
  return whole && isoText({ count: rounded(total / SIZES[whole]), unit: whole });
}

/** Returns a value in words, such as “1 minute 30 seconds”; undefined if it is no duration. */
export function durationWords(value: unknown, notation: DurationNotation): string | undefined {
  const length = lengthOf(value, notation);
  if (!length || length.milliseconds < 0) return undefined;
  const { months, milliseconds, unit } = length;
  const words = [
    ...split(months, ['years', 'months']),
    ...(milliseconds < 1000
      ? split(milliseconds, ['milliseconds'])
      : split(milliseconds, ['days', 'hours', 'minutes', 'seconds'])),
  ];
  return words.length > 0 ? words.join(' ') : amountWords({ count: 0, unit });
}

/** Returns an amount in words, such as “1 minute”. */
export function amountWords({ count, unit }: Amount): string {
  return counted(count, unit.slice(0, -1));
}

/** Parses a duration with its units, such as “1 h 30 min” or “PT5M”; undefined for any other text. */
export function readAmount(text: string): Amount | undefined {
  const iso = lengthOf(text.trim().toUpperCase(), 'iso');
  if (iso) return amountOf(text.trim().toUpperCase(), { notation: 'iso', units: [] });
  const words = text.trim().toLowerCase();
  if (words.length > MAX_LENGTH || !/^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/.test(words)) return undefined;
  const amounts = [...words.matchAll(/([\d.]+)\s*([a-z]+)/g)].map(([, count = '', name = '']) => ({
    count: Number(count),
    unit: unitNamed(name),
  }));
  const units = amounts.flatMap(({ unit }) => unit ?? []);
  const [first] = units;
  const isMixed = units.some(unit => isOfMonths(unit) !== (first !== undefined && isOfMonths(first)));
  if (units.length < amounts.length || first === undefined || isMixed) return undefined;
  const total = amounts.reduce((sum, { count, unit = first }) => sum + count * SIZES[unit], 0);
  const smallest = units.toSorted((one, other) => SIZES[one] - SIZES[other])[0] ?? first;
  return { count: rounded(total / SIZES[smallest]), unit: smallest };
}

/** Adds a unit to typed text that has none. */
export function joinDuration(typed: string, unit: TimeUnit): string {
  return readAmount(typed) ? typed : `${typed} ${unit}`;
}

/** Splits typed text into a number and the unit at its end; without one, the unit is the given one. */
export function splitDuration(
  text: string,
  unit: TimeUnit,
): { readonly count: string; readonly unit: TimeUnit } {
  const end = TIME_UNITS.find(candidate => text.endsWith(` ${candidate}`));
  return end === undefined
    ? { count: text.trim(), unit }
    : { count: text.slice(0, -end.length - 1), unit: end };
}

function unitNamed(name: string): TimeUnit | undefined {
  const plain = name.endsWith('s') && name !== 's' && name !== 'ms' ? name.slice(0, -1) : name;
  return NAMES[plain] ?? TIME_UNITS.find(unit => unit === `${plain}s`);
}

/** Returns the length of a value; undefined if it is no duration. A number can be negative, although wrong. */
function lengthOf(value: unknown, notation: DurationNotation): Length | undefined {
  if (notation !== 'iso') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    return { months: 0, milliseconds: rounded(value * SIZES[notation]), unit: notation };
  }
  const match = typeof value === 'string' && value.length < MAX_LENGTH ? ISO.exec(value) : null;
  if (!match) return undefined;
  const counts = ISO_UNITS.map((unit, index) => ({ unit, count: match[index + 1] }));
  const present = counts.flatMap(({ unit, count }) =>
    count === undefined ? [] : { unit, count: Number(count) },
  );
  const sum = (ofMonths: boolean): number =>
    present.reduce(
      (total, { unit, count }) => total + (isOfMonths(unit) === ofMonths ? count * SIZES[unit] : 0),
      0,
    );
  const [months, milliseconds] = [sum(true), sum(false)];
  const unit = present.at(-1)?.unit ?? 'seconds';
  return Number.isFinite(months + milliseconds)
    ? { months, milliseconds: rounded(milliseconds), unit }
    : undefined;
}

const MAX_LENGTH = 60;

function isOfMonths(unit: TimeUnit): boolean {
  return unit === 'months' || unit === 'years';
}

/** Splits a length into whole amounts of units, the largest first; the last one takes the rest. */
function split(total: number, units: readonly TimeUnit[]): readonly string[] {
  let left = total;
  return units.flatMap((unit, index) => {
    const isLast = index === units.length - 1;
    const count = isLast ? rounded(left / SIZES[unit]) : Math.floor(left / SIZES[unit]);
    left -= count * SIZES[unit];
    return count === 0 ? [] : [amountWords({ count, unit })];
  });
}

/** True for a number that is written with at most two decimals. */
function isShort(count: number): boolean {
  return rounded(count) === Number(count.toFixed(2));
}

// Without the errors of binary fractions: 1.1 minutes are 66 seconds.
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

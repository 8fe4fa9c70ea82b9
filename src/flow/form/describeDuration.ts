import { firstText, type AppliedSchemas } from '../schema/appliedSchemas.ts';
import {
  type DurationInput,
  isoText,
  type NumberNotation,
  TIME_UNITS,
  type TimeUnit,
  unitSize,
} from './durations.ts';
import type { FormPart } from './formNode.ts';
import { wordsOf } from '../wordsOf.ts';
import { fitsPattern, type PatternHint } from './patternHint.ts';

/** The units that an ISO 8601 text can have. */
const ISO_UNITS = TIME_UNITS.slice(1);
/** The largest unit to offer for a number, by its notation. */
const LARGEST: Readonly<Record<NumberNotation, TimeUnit>> = {
  milliseconds: 'hours',
  seconds: 'days',
};

/** Returns the input of a text that is a duration of ISO 8601; undefined for any other. */
export function describeIsoDuration(
  parts: AppliedSchemas,
  hint: PatternHint | undefined,
  { secret }: Pick<FormPart, 'secret'>,
): DurationInput | undefined {
  const pattern = firstText(parts, 'pattern');
  const said = [firstText(parts, 'title'), firstText(parts, 'description')].join('\n');
  const isDuration =
    firstText(parts, 'format') === 'duration' ||
    hint?.words === 'a duration' ||
    /\bISO[ -]?8601\b.{0,40}\bdurations?\b|\bdurations?\b.{0,40}\bISO[ -]?8601\b/i.test(said);
  if (!isDuration || secret) return undefined;
  const units = ISO_UNITS.filter(unit => pattern === undefined || canWrite(pattern, unit));
  return units.length > 0 ? { notation: 'iso', units } : undefined;
}

function canWrite(pattern: string, unit: TimeUnit): boolean {
  return [1, 2, 10].some(count => fitsPattern(pattern, isoText({ count, unit }) ?? ''));
}

const UNIT_WORDS: Readonly<Record<NumberNotation, string>> = {
  milliseconds: 'milliseconds|millis|msecs?|ms',
  seconds: 'seconds|secs?',
};
/** Words in names and labels that indicate a duration. */
const TIMED =
  /\b(?:time|timeout|duration|delay|wait|interval|pause|period|ttl|hold|age|expir\w*|after|every|length|lifetime|latency|cooldown|grace|backoff|poll)\b/i;
/** Words that indicate a point in time, not a duration. */
const MOMENT = /\b(?:timestamp|epoch|unix|since|date)\b/i;

/**
 * Returns the input for a number that is a duration, and its label without the unit; undefined for any other number.
 */
export function describeNumberDuration(
  parts: AppliedSchemas,
  { path, label, secret }: Pick<FormPart, 'path' | 'label' | 'secret'>,
  most = Number.POSITIVE_INFINITY,
): { readonly duration: DurationInput; readonly label: string } | undefined {
  const name = wordsOf(path.at(-1));
  const description = firstText(parts, 'description') ?? '';
  if (secret || MOMENT.test([name, label, description].join('\n'))) return undefined;
  const notation = (['milliseconds', 'seconds'] as const).find(
    unit => isNamed(name, unit) || isNamed(label, unit) || isDescribed([name, label], description, unit),
  );
  if (notation === undefined) return undefined;
  const units = TIME_UNITS.slice(TIME_UNITS.indexOf(notation), TIME_UNITS.indexOf(LARGEST[notation]) + 1);
  const [smallest] = units;
  const fitting = units.filter(unit => unit === smallest || unitSize(unit) <= most * unitSize(notation));
  return { duration: { notation, units: fitting }, label: labelWithout(label, notation) };
}

/** True if a name ends in a unit, such as “Timeout seconds” or “Timeout (s)”, but not “Taps per second”. */
function isNamed(name: string, unit: NumberNotation): boolean {
  return endOf(unit).test(name);
}

function endOf(unit: NumberNotation): RegExp {
  const words = UNIT_WORDS[unit];
  const short = unit === 'seconds' ? `${words}|s` : words;
  return new RegExp(`(?<!\\bper)(?:^|[\\s,]+)(?:in )?(?:${words})$|\\s*[([](?:in )?(?:${short})[)\\]]$`, 'i');
}

/** True if a description names the unit of a number whose name speaks of time. */
function isDescribed(names: readonly string[], description: string, unit: NumberNotation): boolean {
  const words = UNIT_WORDS[unit];
  const says = new RegExp(
    `^(?:in )?(?:${words})\\b|\\bin (?:${words})\\b|[([](?:in )?(?:${words})[)\\]]`,
    'i',
  );
  return says.test(description.trim()) && names.some(name => TIMED.test(name));
}

/**
 * Returns a label without the unit at its end, because the input shows it; a label that is only a unit is returned
 * unchanged.
 */
function labelWithout(label: string, unit: NumberNotation): string {
  const rest = label.replace(endOf(unit), '').trim();
  return rest === '' ? label : rest;
}

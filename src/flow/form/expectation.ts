import { durationWords } from './durations.ts';
import type { NumberNode, TextNode } from './formNode.ts';

/** Returns a range in words; undefined if it has no limits. */
function rangeWords(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return least === most ? `${least}` : `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? undefined : `at most ${most}`;
}

/** Returns a range with its unit, such as “at least 1 character”. */
export function countWords(
  least: number | undefined,
  most: number | undefined,
  [one, many]: readonly [one: string, many: string],
): string | undefined {
  const range = rangeWords(least, most);
  return range === undefined ? undefined : `${range} ${/^(at \w+ )?1$/.test(range) ? one : many}`;
}

/** Returns the numbers that a field takes in words, such as “a whole number from 1 to 10”. */
export function numberWords({
  integer,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  step,
  duration,
}: NumberNode): string {
  const say = (value: number): string =>
    (duration && durationWords(value, duration.notation)) ?? String(value);
  const isMultiple = step !== undefined && !(integer && step === 1);
  const plain = duration ? 'a duration' : integer ? 'a whole number' : 'a number';
  const what = isMultiple ? `a multiple of ${say(step)}` : plain;
  // Of two bounds on one side, the check applies both, but only the narrower one matters.
  const isAbove = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
  const isBelow = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
  if (!isAbove && !isBelow && minimum !== undefined && maximum !== undefined)
    return `${what} from ${say(minimum)} to ${say(maximum)}`;
  // Nobody expects a negative duration.
  const low = isAbove
    ? `above ${say(exclusiveMinimum)}`
    : minimum === undefined || (duration && minimum === 0)
      ? []
      : `of at least ${say(minimum)}`;
  const high = isBelow
    ? `below ${say(exclusiveMaximum)}`
    : maximum === undefined
      ? []
      : `of at most ${say(maximum)}`;
  return [what, [low, high].flat().join(' and ')].filter(part => part !== '').join(' ');
}

/** Returns the length of the texts that a field takes in words; undefined without limits. */
export function lengthWords({ minLength, maxLength }: TextNode): string | undefined {
  return countWords(minLength === 0 ? undefined : minLength, maxLength, ['character', 'characters']);
}

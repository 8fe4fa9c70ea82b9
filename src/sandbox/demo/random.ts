import { seededRandom } from '../../util/random.ts';

/** Repeatable random choices for generated data; never for secrets. */
export interface RandomChoices {
  /** Returns an integer from `min` to `max`, both inclusive. */
  readonly integer: (min: number, max: number) => number;
  /** Returns one of the values, all equally likely. */
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
}

/** Creates random choices that depend only on the seed number and the name. */
export function randomChoices(seed: number, name: string): RandomChoices {
  const { next } = seededRandom(hash(`${seed}:${name}`));
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return { integer, pick: values => values[integer(0, values.length - 1)] ?? values[0] };
}

/** FNV-1a, which spreads similar names over the entire range. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

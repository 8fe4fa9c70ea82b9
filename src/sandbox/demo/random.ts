/** Repeatable random choices for generated data; never for secrets. */
export interface SeededRandom {
  /** Returns an integer from `min` to `max`, both inclusive. */
  readonly integer: (min: number, max: number) => number;
  /** Returns one of the values, all equally likely. */
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
}

/** Creates random choices (mulberry32) that depend only on the seed number and the name. */
export function seededRandom(seed: number, name: string): SeededRandom {
  let state = hash(`${seed}:${name}`);
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  return { integer, pick: values => values[integer(0, values.length - 1)] ?? values[0] };
}

/** FNV-1a, which spreads similar names over the entire range. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

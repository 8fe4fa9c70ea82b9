/** A source of numbers from 0 up to but not including 1, evenly spread. */
export type Random = () => number;

/** A repeatable source of random numbers whose place in the sequence can be saved and taken up again. */
export interface SeededRandom {
  readonly next: Random;
  /** The place in the sequence, a 32-bit whole number; `seededRandom(state())` continues from here. */
  readonly state: () => number;
}

/** Random numbers that the seed alone decides (the mulberry32 generator); only the seed's low 32 bits count. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, state: () => state };
}

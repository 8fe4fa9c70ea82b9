/** A source of uniformly distributed numbers, from 0 inclusive to 1 exclusive. */
export type Random = () => number;

/** A repeatable random number generator whose state can be saved and restored. */
export interface SeededRandom {
  readonly next: Random;
  /** Returns the state, a 32-bit unsigned integer; `seededRandom(state())` continues from here. */
  readonly state: () => number;
}

/** Creates a generator (mulberry32) that depends only on the low 32 bits of the seed. */
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

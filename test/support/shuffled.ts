import { seededRandom } from '../../src/util/random.ts';

/** Returns a copy of a list, shuffled with a seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const { next } = seededRandom(seed);
  const drawn = items.map(item => ({ item, lot: next() }));
  return drawn.toSorted((a, b) => a.lot - b.lot).map(({ item }) => item);
}

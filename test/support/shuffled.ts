import { seededRandom } from '../../src/util/random.ts';

/** A copy of a list in an order that a seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const { next } = seededRandom(seed);
  const drawn = items.map(item => ({ item, lot: next() }));
  return drawn.toSorted((a, b) => a.lot - b.lot).map(({ item }) => item);
}

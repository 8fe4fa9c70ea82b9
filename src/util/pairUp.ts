/** A test for pairs: equal keys, and `fits` if given. */
export interface PairTest<Left, Right> {
  readonly keyOfLeft: (left: Left) => string;
  readonly keyOfRight: (right: Right) => string;
  readonly fits?: (left: Left, right: Right) => boolean;
}

/**
 * Pairs up the items of two lists, each at most once. Each test is tried for all items before the next, weaker one, so
 * that the surest pairs come first.
 */
export function pairUp<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  tests: readonly PairTest<Left, Right>[],
): ReadonlyMap<Left, Right> {
  const pairs = new Map<Left, Right>();
  const open = new Set(right);
  for (const { keyOfLeft, keyOfRight, fits } of tests) {
    const byKey = Map.groupBy(open, keyOfRight);
    for (const item of left) {
      if (pairs.has(item)) continue;
      const candidates = byKey.get(keyOfLeft(item)) ?? [];
      const index = candidates.findIndex(other => fits?.(item, other) ?? true);
      const [found] = index === -1 ? [] : candidates.splice(index, 1);
      if (found === undefined) continue;
      pairs.set(item, found);
      open.delete(found);
    }
  }
  return pairs;
}

/** Returns a test for items of the same kind, which have equal keys. */
export function sameKey<T>(keyOf: (item: T) => string): PairTest<T, T> {
  return { keyOfLeft: keyOf, keyOfRight: keyOf };
}

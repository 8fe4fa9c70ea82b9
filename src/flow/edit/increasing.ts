/** A range with a weight: the value of keeping it in place. */
export interface WeightedRange {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** Returns the indexes of the ranges with the greatest total weight among those that are in order without overlap. */
export function findIncreasing(stretches: readonly WeightedRange[]): ReadonlySet<number> {
  // Nearly always everything is already in order.
  if (stretches.every(({ start }, index) => index === 0 || start >= (stretches[index - 1]?.end ?? 0))) {
    return new Set(stretches.keys());
  }
  const worth: number[] = [];
  const before: number[] = [];
  let best = -1;
  for (const [index, stretch] of stretches.entries()) {
    let most = -1;
    for (let earlier = 0; earlier < index; earlier++) {
      const fits = (stretches[earlier]?.end ?? 0) <= stretch.start;
      if (fits && (worth[earlier] ?? 0) > (worth[most] ?? 0)) most = earlier;
    }
    before.push(most);
    worth.push(stretch.weight + (worth[most] ?? 0));
    if ((worth[index] ?? 0) > (worth[best] ?? 0)) best = index;
  }
  const kept = new Set<number>();
  for (let index = best; index >= 0; index = before[index] ?? -1) kept.add(index);
  return kept;
}

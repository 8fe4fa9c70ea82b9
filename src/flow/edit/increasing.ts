/** A range with a weight: the value of keeping it in place. */
export interface WeightedRange {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** Returns the indexes of the ranges with the greatest total weight among those that are in order without overlap. */
export function findIncreasing(ranges: readonly WeightedRange[]): ReadonlySet<number> {
  // Nearly always everything is already in order.
  if (ranges.every(({ start }, index) => index === 0 || start >= (ranges[index - 1]?.end ?? 0))) {
    return new Set(ranges.keys());
  }
  const totals: number[] = [];
  const predecessors: number[] = [];
  let bestLast = -1;
  for (const [index, range] of ranges.entries()) {
    let bestPredecessor = -1;
    for (let earlier = 0; earlier < index; earlier++) {
      const fits = (ranges[earlier]?.end ?? 0) <= range.start;
      if (fits && (totals[earlier] ?? 0) > (totals[bestPredecessor] ?? 0)) bestPredecessor = earlier;
    }
    predecessors.push(bestPredecessor);
    totals.push(range.weight + (totals[bestPredecessor] ?? 0));
    if ((totals[index] ?? 0) > (totals[bestLast] ?? 0)) bestLast = index;
  }
  const kept = new Set<number>();
  for (let index = bestLast; index >= 0; index = predecessors[index] ?? -1) kept.add(index);
  return kept;
}

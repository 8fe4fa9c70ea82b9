/** Returns the items for which a function returns the least number, in their order. */
export function withLeast<T>(items: readonly T[], rate: (item: T) => number): readonly T[] {
  const rates = items.map(rate);
  const least = Math.min(...rates);
  return items.filter((_, index) => rates[index] === least);
}

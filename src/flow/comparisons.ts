/** The words of comparison operators, as they stand between the two values that they compare. */
export const COMPARISON_WORDS: ReadonlyMap<unknown, string> = new Map([
  ['equals', 'equals'],
  ['notEquals', 'does not equal'],
  ['contains', 'contains'],
  ['notContains', 'does not contain'],
  ['exists', 'exists'],
  ['notExists', 'does not exist'],
  ['greaterThan', 'is greater than'],
  ['greaterThanOrEqual', 'is at least'],
  ['lessThan', 'is less than'],
  ['lessThanOrEqual', 'is at most'],
  ['startsWith', 'starts with'],
  ['endsWith', 'ends with'],
]);

/** Returns true for several options that are all comparison operators. */
export function areComparisons(options: readonly unknown[]): boolean {
  return options.length > 1 && options.every(option => COMPARISON_WORDS.has(option));
}

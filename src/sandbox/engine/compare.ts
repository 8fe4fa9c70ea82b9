import { equalJson } from '../../flow/schema/equal.ts';

/** The comparison operators of trigger conditions and branches. */
export const COMPARISONS = ['equals', 'notEquals', 'contains', 'exists', 'greaterThan', 'lessThan'] as const;
export type ComparisonOperator = (typeof COMPARISONS)[number];

/**
 * Returns true if a comparison holds. Values are equal if they are the same JSON; `contains` finds part of a text or an
 * entry of an array; numbers, numeric texts and dates can be ordered, nothing else.
 */
export function comparisonHolds(left: unknown, comparison: ComparisonOperator, right: unknown): boolean {
  switch (comparison) {
    case 'equals':
      return equalJson(left, right);
    case 'notEquals':
      return !equalJson(left, right);
    case 'contains':
      return Array.isArray(left)
        ? left.some(entry => equalJson(entry, right))
        : typeof left === 'string' && left.includes(text(right));
    case 'exists':
      return left !== undefined && left !== null && left !== '';
    case 'greaterThan':
      return quantity(left) > quantity(right);
    case 'lessThan':
      return quantity(left) < quantity(right);
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

// NaN is neither greater nor less than any value.
function quantity(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return NaN;
  const number = Number(value);
  return Number.isNaN(number) ? Date.parse(value) : number;
}

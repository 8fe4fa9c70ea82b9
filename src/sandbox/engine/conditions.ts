import type { Conditions } from '../../contract/records/trigger.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import { type ComparisonOperator, comparisonHolds, COMPARISONS } from './compare.ts';

/** A condition of an event trigger; its format is a choice of the sandbox (wire facts 5). */
interface Condition {
  /** A dotted path into the event's payload, such as `order.total`. */
  readonly field: string;
  readonly operator: ComparisonOperator;
  /** The value to compare with; `exists` takes none. */
  readonly value?: unknown;
}

/** Returns true if a value has the format of a condition. */
export function isCondition(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const { field, operator } = value;
  return typeof field === 'string' && field !== '' && COMPARISONS.some(comparison => comparison === operator);
}

/** Returns true if a payload meets all conditions of `all` and, if `any` is not empty, at least one of `any`. */
export function meets(
  payload: Readonly<Record<string, unknown>>,
  conditions: Pick<Conditions, 'all' | 'any'> | null,
): boolean {
  const holds = (condition: unknown): boolean =>
    isCondition(condition) &&
    comparisonHolds(fieldOf(payload, condition.field), condition.operator, condition.value);
  const { all = [], any = [] } = conditions ?? {};
  return all.every(holds) && (any.length === 0 || any.some(holds));
}

function fieldOf(payload: Readonly<Record<string, unknown>>, field: string): unknown {
  // A literal name with dots takes precedence over a path.
  if (Object.hasOwn(payload, field)) return payload[field];
  return field.split('.').reduce<unknown>(memberOf, payload);
}

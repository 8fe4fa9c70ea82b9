import { isObject } from '../../util/isObject.ts';
import type { Fault } from '../../contract/sandbox/fault.ts';

type Change = Extract<Fault, { kind: 'field' }>['change'];

/** A value that no enumeration of the API contains. */
const UNKNOWN_VALUE = 'value_of_a_later_version';

/**
 * Returns a copy of a JSON value with the field at a dotted path changed; `*` matches every entry or field. A path
 * without a match changes nothing.
 */
export function changeField(value: unknown, at: string, change: Change): unknown {
  return changeAt(value, at.split('.'), change);
}

function changeAt(value: unknown, [step, ...rest]: readonly string[], change: Change): unknown {
  if (step === undefined) return toChangedValue(value, change);
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown, index) => {
      if (step !== '*' && step !== String(index)) return [entry];
      return rest.length === 0 && change === 'missing' ? [] : [changeAt(entry, rest, change)];
    });
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (step !== '*' && step !== name) return [[name, inner]];
      return rest.length === 0 && change === 'missing' ? [] : [[name, changeAt(inner, rest, change)]];
    }),
  );
}

function toChangedValue(value: unknown, change: Change): unknown {
  switch (change) {
    case 'missing':
      return undefined;
    case 'null':
      return null;
    case 'unknownValue':
      return UNKNOWN_VALUE;
    case 'wrongType':
      return typeof value === 'string' ? 42 : 'not what was expected';
  }
}

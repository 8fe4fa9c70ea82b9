import { isObject } from '../../util/isObject.ts';
import { equalJson } from '../schema/equal.ts';
import type { PathSegment } from '../template.ts';
import type { FieldChange } from './difference.ts';

/** Returns the deepest paths at which two parameter values differ; lists of different lengths differ as a whole. */
export function compareParams(
  before: unknown,
  after: unknown,
  path: readonly PathSegment[] = [],
): FieldChange[] {
  if (equalJson(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap(name =>
      compareParams(ownProperty(before, name), ownProperty(after, name), [...path, name]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value, index) => compareParams(value, after[index], [...path, index]));
  }
  return [{ field: 'params', path, before, after }];
}

// Ignores inherited properties.
function ownProperty(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

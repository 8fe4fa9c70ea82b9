import { LostNumber } from '../../util/exactJson.ts';

/**
 * True if two JSON values are equal, regardless of property order. Calls `seen` once for each compared pair of values.
 */
export function equalJson(left: unknown, right: unknown, seen?: () => void): boolean {
  seen?.();
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof LostNumber || right instanceof LostNumber)
    return canonicalJson(left) === canonicalJson(right);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index], seen));
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every(
    name => Object.hasOwn(right, name) && equalJson(Reflect.get(left, name), Reflect.get(right, name), seen),
  );
}

/** Returns a text that is equal for equal JSON values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof LostNumber)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`).join()}}`;
  }
  // JSON writes minus zero as 0, which is equal.
  return JSON.stringify(value);
}

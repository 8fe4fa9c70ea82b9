import { LostNumber } from '../../util/exactJson.ts';

/**
 * True if two JSON values are equal, regardless of property order. Calls `seen` once for each compared pair of values.
 */
export function equalJson(one: unknown, other: unknown, seen?: () => void): boolean {
  seen?.();
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof LostNumber || other instanceof LostNumber)
    return canonicalJson(one) === canonicalJson(other);
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => equalJson(item, other[index], seen));
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    name => Object.hasOwn(other, name) && equalJson(valueAt(one, name), valueAt(other, name), seen),
  );
}

function valueAt(object: object, name: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[name];
}

/** Returns a text that is equal for equal JSON values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof LostNumber)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join()}}`;
  }
  // JSON writes minus zero as 0, which is equal.
  return JSON.stringify(value);
}

import { LostNumber } from '../../util/exactJson.ts';

/** Whether two JSON values are the same; the order of properties does not matter. */
export function equalJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return canonicalJson(one) === canonicalJson(other);
}

/** A JSON value as a text that equal values share. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof LostNumber)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join()}}`;
  }
  // Minus zero is zero, which JSON's own writing agrees with.
  return JSON.stringify(value);
}

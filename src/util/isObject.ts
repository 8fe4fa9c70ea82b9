import { LostNumber } from './exactJson.ts';

/** Tells whether a value is an object with named fields: neither null, a list nor a number. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LostNumber)
  );
}

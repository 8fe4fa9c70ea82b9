import { LostNumber } from './exactJson.ts';

/** Returns true if a value is an object that is neither null, an array nor a LostNumber. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LostNumber)
  );
}

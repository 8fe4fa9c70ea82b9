import assert from 'node:assert/strict';
import type * as z from 'zod';

/** Returns a UUID that ends in `number`. */
export function uuid(number = 1): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Returns the dotted paths of the fields that a schema refuses; empty if the value is valid. */
export function refusedFields(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(issue => issue.path.map(String).join('.'));
}

/** Asserts that a schema accepts a value. */
export function assertFits(schema: z.ZodType, value: unknown): void {
  assert.deepEqual(refusedFields(schema, value), [], `refused: ${JSON.stringify(value).slice(0, 200)}`);
}

/** Asserts that a schema refuses a value because of `field` (a dotted path) only. */
export function assertRefuses(schema: z.ZodType, value: unknown, field: string): void {
  assert.deepEqual([...new Set(refusedFields(schema, value))], [field]);
}

/** Returns JSON text with sorted names, which is equal exactly for equal JSON values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

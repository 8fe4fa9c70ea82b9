import assert from 'node:assert/strict';
import type * as z from 'zod';

/** A UUID that ends in `number`. */
export function uuid(number = 1): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The dotted paths of the fields a schema refuses in `value`; empty when it fits. */
export function refusedFields(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(issue => issue.path.map(String).join('.'));
}

/** Asserts that a schema takes a value. */
export function assertFits(schema: z.ZodType, value: unknown): void {
  assert.deepEqual(refusedFields(schema, value), [], `refused: ${JSON.stringify(value).slice(0, 200)}`);
}

/** Asserts that a schema refuses a value because of `field` (a dotted path) and nothing else. */
export function assertRefuses(schema: z.ZodType, value: unknown, field: string): void {
  assert.deepEqual([...new Set(refusedFields(schema, value))], [field]);
}

/** JSON text with sorted names, so that two values are the same JSON exactly when their texts are. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

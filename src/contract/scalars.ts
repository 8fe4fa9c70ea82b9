import * as z from 'zod';

/** An identifier of a record: a UUID in any letter case (spec 2). */
export const Uuid = z.guid().meta({ description: 'UUID' });

/** A moment as ISO 8601 text (spec 2). Kept as text so that a reply survives a round trip unchanged. */
export const Timestamp = z.string().meta({ description: 'ISO 8601 date-time', format: 'date-time' });

/**
 * An enumeration as replies carry it: the known values are offered to people, every other text is kept
 * (spec 7.2 and 9).
 */
export function openEnum<const V extends readonly [string, ...string[]]>(
  values: V,
): z.ZodType<V[number] | (string & {}), V[number] | (string & {})> {
  return z.string().meta({ 'x-known-values': [...values] }) as never;
}

/** A flag in a query string: `true` or `false` (spec 4.3). */
export const QueryFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
  .meta({ type: 'boolean' });

/** A whole number in a query string, given as a number or as digits. */
export function queryInteger(min: number, max: number): z.ZodType<number, number | string> {
  return z.coerce.number().int().min(min).max(max) as z.ZodType<number, number | string>;
}

/** Makes every field of a reply optional and nullable, the way the live service answers (decision: accept null). */
export function reply<S extends z.ZodRawShape>(
  shape: S,
): z.ZodObject<{ [K in keyof S]: S[K] extends z.core.SomeType ? z.ZodOptional<z.ZodNullable<S[K]>> : never }, z.core.$loose> {
  const relaxed = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).nullish()]),
  );
  return z.looseObject(relaxed) as never;
}

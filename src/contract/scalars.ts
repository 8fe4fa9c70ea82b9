import * as z from 'zod';
import { IDEMPOTENCY_KEY_PATTERN, Limits } from './limits.ts';

/** The ID of a record: a UUID in upper or lower case (spec 2). */
export const Uuid = z.guid().meta({ format: 'uuid' });

/** The identifier that a caller gives to the runs that one call starts (wire facts 5, 6). */
export const InvocationId = z.string().min(1).max(255);

/** A country by its two letters (wire facts 9). */
export const Country = z.string().regex(/^[A-Za-z]{2}$/);

/** A time in ISO 8601 format (spec 2); kept as text so that a reply survives a round trip unchanged. */
export const Timestamp = z.string().meta({ format: 'date-time' });

/** A string of an open enumeration: known values for documentation and completion, any other text accepted. */
type OpenEnum<V extends string> = V | (string & {});

/**
 * Creates the schema of an open enumeration in replies: known values are documented, unknown text is kept (spec 7.2,
 * 9.3).
 */
export function openEnum<const V extends readonly string[]>(
  values: V,
): z.ZodType<OpenEnum<V[number]>, OpenEnum<V[number]>> {
  return z.string().meta({ 'x-known-values': [...values] });
}

/** A boolean in a query string: `true` or `false` (spec 4.3). */
export const QueryFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
  .meta({ jsonSchema: { type: 'boolean' } });

/** Creates the schema of an integer in a query string or header, given as a number or decimal digits. */
export function queryInteger(
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): z.ZodType<number, number | string> {
  const number = z.int().min(min).max(max);
  const read = (raw: number | string): number | string =>
    typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : raw;
  return z.preprocess(read, number).meta({ jsonSchema: { type: 'integer', minimum: min, maximum: max } });
}

/** A list in a query string: one comma-separated parameter, or a repeated parameter (wire facts 2). */
export const QueryList = z
  .union([z.array(z.string()), z.string().transform(text => text.split(',').filter(part => part !== ''))])
  .meta({ jsonSchema: { type: 'array', items: { type: 'string' } } });

type RecordShape<R extends z.ZodRawShape, O extends z.ZodRawShape> = R & {
  [K in keyof O]: z.ZodOptional<z.ZodNullable<O[K]>>;
};

/**
 * Creates the schema of a record in replies: `required` fields must be present, all others may be absent or null,
 * unknown fields are kept (spec 9.3, wire facts 1).
 */
export function record<R extends z.ZodRawShape, O extends z.ZodRawShape>(
  required: R,
  optional: O,
): z.ZodObject<z.core.util.Writeable<RecordShape<R, O>>, z.core.$loose> {
  const relaxed = Object.fromEntries(
    Object.entries(optional).map(([name, schema]) => [name, (schema as z.ZodType).nullish()]),
  );
  return z.looseObject({ ...required, ...relaxed } as unknown as RecordShape<R, O>);
}

/** Creates the schema of a reply of the form `{data: …}` (spec 4.4, 4.5, 4.7). */
export function data<S extends z.ZodType>(schema: S): z.ZodObject<{ data: S }, z.core.$loose> {
  return z.looseObject({ data: schema });
}

/** The header with the idempotency key of a request (spec 4.1). */
export const IdempotencyHeader = z.object({
  'idempotency-key': z.string().regex(IDEMPOTENCY_KEY_PATTERN).optional(),
});

/** The multipart body with one file; its part is called `file` and keeps the name. */
export const FileForm = z.looseObject({
  file: z.looseObject({
    name: z.string().min(1).max(Limits.fileName),
    bytes: z.custom<Uint8Array>(value => value instanceof Uint8Array, 'needs bytes'),
  }),
});

/** A reply that contains only a human-readable message (wire facts 3). */
export const Message = record({}, { message: z.string() });

export const OpenObject = z.record(z.string(), z.unknown());

import * as z from 'zod';

/** An identifier of a record: a UUID in any letter case (spec 2). */
export const Uuid = z.guid().meta({ format: 'uuid' });

/** A moment as ISO 8601 text (spec 2); kept as text so that a reply survives a round trip unchanged. */
export const Timestamp = z.string().meta({ format: 'date-time' });

/** Text of an open enumeration: the known values for people and completion, any other text kept. */
export type OpenEnum<V extends string> = V | (string & {});

/** An enumeration as replies carry it: known values are documented, unknown text is kept (spec 7.2, 9.3). */
export function openEnum<const V extends readonly string[]>(
  values: V,
): z.ZodType<OpenEnum<V[number]>, OpenEnum<V[number]>> {
  return z.string().meta({ 'x-known-values': [...values] });
}

/** A flag in a query string: `true` or `false` (spec 4.3). */
export const QueryFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
  .meta({ jsonSchema: { type: 'boolean' } });

/** A whole number in a query string or header, given as a number or as decimal digits. */
export function queryInteger(
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): z.ZodType<number, number | string> {
  const number = z.int().min(min).max(max);
  return z
    .preprocess(raw => (typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : raw), number)
    .meta({ jsonSchema: { type: 'integer', minimum: min, maximum: max } }) as unknown as z.ZodType<
    number,
    number | string
  >;
}

/** A list in a query string: one parameter joined by commas, or the parameter repeated (wire facts 2). */
export const QueryList = z
  .union([z.array(z.string()), z.string().transform(text => text.split(',').filter(part => part !== ''))])
  .meta({ jsonSchema: { type: 'array', items: { type: 'string' } } });

type RecordShape<R extends z.ZodRawShape, O extends z.ZodRawShape> = R & {
  [K in keyof O]: z.ZodOptional<z.ZodNullable<O[K]>>;
};

/**
 * A record as replies carry it: `required` fields must be there, every other field may be absent or null,
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

/** A reply of the form `{data: …}` (spec 4.4, 4.5, 4.7). */
export function data<S extends z.ZodType>(schema: S): z.ZodObject<{ data: S }, z.core.$loose> {
  return z.looseObject({ data: schema });
}

/** A reply whose only content is a sentence for people (wire facts 3). */
export const Message = record({}, { message: z.string() });

/** A JSON object with any content. */
export const OpenObject = z.record(z.string(), z.unknown());

import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 4;

/** IDs of existing records by field name, so that requests get further than “not found”. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Generates JSON values that match a JSON Schema as written by zod, except for rules that a schema cannot express. */
export function fitting(schema: Schema, known: KnownValues, depth = 0): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  for (const name of ['anyOf', 'oneOf'] as const) {
    const options = schema[name];
    if (Array.isArray(options))
      return fc.oneof(...(options as Schema[]).map(option => fitting(option, known, depth + 1)));
  }
  if (Array.isArray(schema['allOf']))
    return fitting((schema['allOf'] as Schema[])[0] ?? {}, known, depth + 1);
  switch (schema['type']) {
    case 'string':
      return text(schema, known);
    case 'integer':
      return fc.integer(range(schema, 1_000_000));
    case 'number':
      return fc.double({ ...range(schema, 1e9), noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = numberOf(schema['minItems']) ?? 0;
      if (depth >= MAX_DEPTH && minLength === 0) return fc.constant([]);
      const items = fitting((schema['items'] ?? {}) as Schema, known, depth + 1);
      return fc.array(items, {
        minLength,
        maxLength: Math.max(minLength, Math.min(numberOf(schema['maxItems']) ?? 3, 3)),
      });
    }
    case 'object':
      return record(schema, known, depth);
    default:
      return depth >= MAX_DEPTH ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
  }
}

/** Any JSON value, including difficult ones: long strings, prototype names, extreme numbers. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    'x'.repeat(70_000),
    -1,
    1e308,
    0.1,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    { __proto__: null, constructor: 1 },
    [[[[]]]],
    true,
    '💥'.repeat(300),
    "'; DROP TABLE flows;--",
  ),
);

function record(schema: Schema, known: KnownValues, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = (schema['required'] ?? []) as string[];
  const fields = properties.map(([name, property]) => [name, field(name, property, known, depth)] as const);
  if (fields.length === 0) return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
  const requiredKeys = required.filter(name => properties.some(([key]) => key === name));
  return fc.record(Object.fromEntries(fields), { requiredKeys: requiredKeys });
}

function field(name: string, schema: Schema, known: KnownValues, depth: number): fc.Arbitrary<unknown> {
  const value = fitting(schema, known, depth + 1);
  const ids = known[name];
  if (!ids || ids.length === 0) return value;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: value });
}

function text(schema: Schema, known: KnownValues): fc.Arbitrary<string> {
  const format = schema['format'];
  const id = fc.oneof(fc.constantFrom(...Object.values(known).flat()), fc.uuid());
  if (format === 'uuid') return id;
  if (format === 'date-time') return moment;
  if (format === 'uri')
    return fc.oneof(fc.webUrl(), fc.constantFrom('http://127.0.0.1:9/', 'https://10.0.0.1/'));
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern'], 'u'));
  const minLength = numberOf(schema['minLength']) ?? 0;
  const maxLength = Math.max(minLength, Math.min(numberOf(schema['maxLength']) ?? 40, 300));
  const free = fc.string({ minLength, maxLength, unit: 'grapheme' });
  return fc.oneof(free, free, id, moment);
}

const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());

function range(schema: Schema, widest: number): { min: number; max: number } {
  const min = numberOf(schema['minimum']) ?? numberOf(schema['exclusiveMinimum']) ?? -widest;
  const max = numberOf(schema['maximum']) ?? numberOf(schema['exclusiveMaximum']) ?? widest;
  return { min: Math.max(min, -widest), max: Math.min(max, Math.max(widest, min)) };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

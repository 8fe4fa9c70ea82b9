import { isObject, type JsonObject, listOf, without } from '../../util/isObject.ts';

/** Returns the smallest value of a scalar type. */
export function plainSample(schemas: readonly JsonObject[]): unknown {
  switch (typesOf(schemas)[0]) {
    case 'number':
    case 'integer':
      return leastNumber(schemas);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return '';
  }
}

/** Returns the values in schemas: constants, defaults, allowed values, examples; each once. */
export function candidates(schemas: readonly JsonObject[]): readonly unknown[] {
  const values = schemas.flatMap(schema => [
    ...('const' in schema ? [schema['const']] : []),
    ...('default' in schema ? [schema['default']] : []),
    ...listOf(schema['enum']),
    ...listOf(schema['examples']),
    ...('example' in schema ? [schema['example']] : []),
  ]);
  const seen = new Set<string>();
  return values.filter(value => {
    const text = JSON.stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}

/** Returns a schema without its examples, whose values are not meant for every flow. */
export function withoutExamples(schema: JsonObject): JsonObject {
  return without(schema, ['examples', 'example']);
}

/** Returns the types that schemas allow, in order. */
export function typesOf(schemas: readonly JsonObject[]): readonly string[] {
  const named = schemas.flatMap(schema => [schema['type']].flat());
  const types = named.filter(type => typeof type === 'string');
  if (types.length > 0) return [...new Set(types)];
  return schemas.some(({ properties }) => isObject(properties)) ? ['object'] : [];
}

/** Returns zero if valid, else a valid number at, near or between the bounds; zero if none is found. */
function leastNumber(schemas: readonly JsonObject[]): number {
  const numbers = (keyword: string, flag?: string): readonly number[] =>
    schemas.flatMap(schema => {
      const value = schema[keyword];
      // In draft 4, a flag excludes the bound itself.
      const isMeant = flag === undefined || schema[flag] === true;
      return typeof value === 'number' && isMeant ? [value] : [];
    });
  const above = [...numbers('exclusiveMinimum'), ...numbers('minimum', 'exclusiveMinimum')];
  const below = [...numbers('exclusiveMaximum'), ...numbers('maximum', 'exclusiveMaximum')];
  const low = Math.max(...above, ...numbers('minimum'));
  const high = Math.min(...below, ...numbers('maximum'));
  const [step = 1] = numbers('multipleOf');
  const steps = [...numbers('multipleOf'), ...(typesOf(schemas)[0] === 'integer' ? [1] : [])];
  const exact = (number: number): number => Number(number.toPrecision(12));
  const fits = (number: number): boolean =>
    number >= low &&
    number <= high &&
    !above.includes(number) &&
    !below.includes(number) &&
    steps.every(one => Number.isInteger(exact(number / one)));
  const next = exact(Math.ceil(low / step) * step);
  const last = exact(Math.floor(high / step) * step);
  const tried = [0, next, exact(next + step), low, (low + high) / 2, high, last, exact(last - step)];
  return tried.find(number => Number.isFinite(number) && fits(number)) ?? 0;
}

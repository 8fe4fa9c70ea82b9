import { type JsonObject, listOf } from '../../util/isObject.ts';
import { canonicalJson } from './equal.ts';

/** An allowed value with its own title and description. */
export interface AllowedValue {
  readonly value: unknown;
  readonly title?: string;
  readonly description?: string;
}

/** Returns the allowed values in schemas: those of `enum` with `enumDescriptions`, and of `const`; each once. */
export function allowedValuesOf(schemas: readonly JsonObject[]): readonly AllowedValue[] {
  const all = schemas.flatMap((schema): AllowedValue[] => {
    if ('const' in schema) return [{ value: schema['const'], ...wordsOf(schema) }];
    const values = listOf(schema['enum']);
    // The title and description of a schema with one value are those of the value.
    const words = values.length === 1 ? wordsOf(schema) : {};
    return values.map((value, index) => ({ value, ...words, ...enumWords(schema, index) }));
  });
  const found = new Map<string, AllowedValue>();
  for (const one of all) {
    const key = canonicalJson(one.value);
    found.set(key, { ...one, ...found.get(key) });
  }
  return [...found.values()];
}

/** True if a schema describes a single value rather than a place for several. */
export function isOneValue(schema: JsonObject): boolean {
  return 'const' in schema || listOf(schema['enum']).length === 1;
}

/** Returns the description of a value in an `enum`. */
export function enumWords(schema: JsonObject, index: number): Pick<AllowedValue, 'description'> {
  for (const keyword of ['markdownEnumDescriptions', 'enumDescriptions']) {
    const description = listOf(schema[keyword])[index];
    if (typeof description === 'string') return { description };
  }
  return {};
}

function wordsOf({ title, description }: JsonObject): Omit<AllowedValue, 'value'> {
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

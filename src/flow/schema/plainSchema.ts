import { isObject } from '../../util/isObject.ts';
import { namesIn, propertyIn, requiredIn } from './appliedSchemas.ts';
import type { SchemaReaders } from './schemaReaders.ts';

/** Plain schemas by schema, since the summary of every step needs them. */
const known = new WeakMap<object, unknown>();

/**
 * Returns the schema of an object with the keywords that references and `allOf` add to it and to its properties; an
 * unusable schema unchanged.
 */
export function plainSchema(schema: unknown, readers: SchemaReaders): unknown {
  if (!isObject(schema)) return schema;
  const earlier = known.get(schema);
  if (earlier !== undefined) return earlier;
  const plain = readPlain(schema, readers);
  known.set(schema, plain);
  return plain;
}

function readPlain(schema: object, readers: SchemaReaders): unknown {
  const reader = readers.get(schema);
  if (reader.unusable !== undefined) return schema;
  const { parts } = reader.read([reader.root], undefined);
  const properties = namesIn(parts).map(name => {
    const own = reader.read(propertyIn(parts, name).located, undefined).parts.map(part => part.schema);
    return [name, Object.assign({}, ...own.toReversed()) as unknown] as const;
  });
  return { required: [...requiredIn(parts, {})], properties: Object.fromEntries(properties) };
}

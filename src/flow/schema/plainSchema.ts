import { isObject } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { namesIn, propertyIn, requiredIn } from './appliedSchemas.ts';
import { readerOf } from './schemaReader.ts';

/**
 * Returns the schema of an object with the keywords that references and `allOf` add to it and to its properties; an
 * unusable schema unchanged.
 */
export function plainSchema(schema: unknown): unknown {
  return isObject(schema) ? plainSchemaOf(schema) : schema;
}

const plainSchemaOf = memoize((schema: object): unknown => {
  const reader = readerOf(schema);
  if (reader.unusable !== undefined) return schema;
  const { parts } = reader.read([reader.root], undefined);
  const properties = namesIn(parts).map(name => {
    const own = reader.read(propertyIn(parts, name).located, undefined).parts.map(part => part.schema);
    return [name, Object.assign({}, ...own.toReversed()) as unknown] as const;
  });
  return { required: [...requiredIn(parts, {})], properties: Object.fromEntries(properties) };
});

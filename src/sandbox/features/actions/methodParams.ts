import { isObject, memberOf } from '../../../util/isObject.ts';
import type * as z from 'zod';
import type { CatalogEntry, ServiceMethod } from '../../../contract/records/action.ts';

type MethodParam = NonNullable<NonNullable<z.output<typeof ServiceMethod>['params']>>[number];

/** Returns the parameters of a catalog entry in the flat format of the method list (wire facts 4). */
export function methodParams({ paramsSchema }: CatalogEntry): MethodParam[] {
  if (!isObject(paramsSchema) || !isObject(paramsSchema['properties'])) return [];
  const required = Array.isArray(paramsSchema['required']) ? paramsSchema['required'] : [];
  return Object.entries(paramsSchema['properties']).map(([name, property]) => {
    const schema = isObject(property) ? property : {};
    const examples = schema['examples'];
    return {
      name,
      type: typeOf(schema),
      required: required.includes(name),
      description: toText(schema['description']) ?? toText(schema['title']) ?? '',
      ...('default' in schema ? { default: schema['default'] } : {}),
      ...(Array.isArray(examples) ? { example: memberOf(examples, 0) } : {}),
    };
  });
}

// The flat format has five types; a parameter with several is listed as an object.
function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const { type } = schema;
  if (type === 'integer') return 'number';
  if (typeof type === 'string') return type;
  const value = memberOf(schema['enum'], 0);
  return value === undefined ? 'object' : typeof value;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

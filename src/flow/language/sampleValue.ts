import { propertiesOf, requiredOf, type SchemaObject, schemasAt } from './subschemas.ts';

const MAX_DEPTH = 4;

/** A value that a person can start from: what the schema fixes, sets by default or shows, else an empty one of its type. */
export function sampleValue(root: unknown, schemas: readonly SchemaObject[], depth = 0): unknown {
  const [first] = candidates(schemas);
  if (first !== undefined) return first;
  const type = typesOf(schemas)[0];
  switch (type) {
    case 'object': {
      if (depth >= MAX_DEPTH) return {};
      const required = requiredOf(schemas);
      const entries = [...propertiesOf(schemas)].filter(([name]) => required.has(name));
      return Object.fromEntries(
        entries.map(([name, property]) => [name, sampleValue(root, withRoot(root, property), depth + 1)]),
      );
    }
    case 'array':
      return [];
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

/** The values that schemas name: fixed ones, the default, the choices, the examples; each once. */
export function candidates(schemas: readonly SchemaObject[]): readonly unknown[] {
  const values = schemas.flatMap(schema => [
    ...('const' in schema ? [schema['const']] : []),
    ...('default' in schema ? [schema['default']] : []),
    ...(Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : []),
    ...(Array.isArray(schema['examples']) ? (schema['examples'] as unknown[]) : []),
    ...('example' in schema ? [schema['example']] : []),
  ]);
  const seen = new Set<string>();
  return values.filter(value => {
    const text = JSON.stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}

/** The types that schemas allow, in their order. */
export function typesOf(schemas: readonly SchemaObject[]): readonly string[] {
  const named = schemas.flatMap(schema => [schema['type']].flat());
  const types = named.filter(type => typeof type === 'string');
  if (types.length > 0) return [...new Set(types)];
  return propertiesOf(schemas).size > 0 ? ['object'] : [];
}

/** The schemas that describe a value for which a subschema of a document stands. */
export function withRoot(root: unknown, schema: unknown): readonly SchemaObject[] {
  return schemasAt(
    { ...(typeof root === 'object' ? root : {}), properties: { value: schema } },
    ['value'],
    {},
  );
}

function leastNumber(schemas: readonly SchemaObject[]): number {
  const bounds = schemas.flatMap(({ minimum, exclusiveMinimum }) => [
    ...(typeof minimum === 'number' ? [Math.ceil(minimum)] : []),
    ...(typeof exclusiveMinimum === 'number' ? [Math.floor(exclusiveMinimum) + 1] : []),
  ]);
  const most = schemas.flatMap(({ maximum }) => (typeof maximum === 'number' ? [maximum] : []));
  return Math.min(Math.max(0, ...bounds), ...most);
}

import { compilePattern } from './pattern.ts';
import { isObject } from '../../util/isObject.ts';
import type { PathSegment } from '../template.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;

const MAX_SCHEMAS = 64;

/**
 * Returns the schemas that apply at a path of a value, most specific first, following local references and
 * combinations. Omits alternatives that contradict a constant or enumerated property of the value.
 */
export function schemasAt(
  root: unknown,
  path: readonly PathSegment[],
  value: unknown,
): readonly SchemaObject[] {
  let schemas = expand(root, [root], value);
  let current = value;
  for (const segment of path) {
    current = childOf(current, segment);
    schemas = expand(
      root,
      schemas.flatMap(schema => below(schema, segment)),
      current,
    );
  }
  return schemas;
}

/** Returns the properties in schemas, each with its first schema. */
export function propertiesOf(schemas: readonly SchemaObject[]): ReadonlyMap<string, unknown> {
  const properties = new Map<string, unknown>();
  for (const schema of schemas) {
    const own = schema['properties'];
    if (!isObject(own)) continue;
    for (const [name, property] of Object.entries(own)) {
      if (!properties.has(name) && property !== false) properties.set(name, property);
    }
  }
  return properties;
}

/** Returns the required properties in schemas. */
export function requiredOf(schemas: readonly SchemaObject[]): ReadonlySet<string> {
  const names = schemas.flatMap(({ required }) => (Array.isArray(required) ? (required as unknown[]) : []));
  return new Set(names.filter(name => typeof name === 'string'));
}

/** Returns the given schemas and all others that apply to the same value. */
function expand(root: unknown, start: readonly unknown[], value: unknown): readonly SchemaObject[] {
  const found: SchemaObject[] = [];
  const open = [...start];
  while (open.length > 0 && found.length < MAX_SCHEMAS) {
    // Schemas without the place that was looked up add undefined.
    const schema = open.shift();
    if (!isObject(schema) || found.includes(schema)) continue;
    found.push(schema);
    if (typeof schema['$ref'] === 'string') open.push(target(root, schema['$ref']));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parts = schema[keyword];
      if (!Array.isArray(parts)) continue;
      open.push(
        ...(parts as unknown[]).filter(part => keyword === 'allOf' || !isRuledOut(root, part, value)),
      );
    }
    open.push(schema['then'], schema['else']);
  }
  return found;
}

/** Resolves a JSON Pointer reference within the document. */
function target(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let schema: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    schema = childOf(schema, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return schema;
}

function below(schema: SchemaObject, segment: PathSegment): unknown[] {
  if (typeof segment === 'string') {
    const own = childOf(schema['properties'], segment);
    if (own !== undefined) return [own];
    const matching = Object.entries(isObject(schema['patternProperties']) ? schema['patternProperties'] : {})
      .filter(([pattern]) => matches(pattern, segment))
      .map(([, part]) => part);
    return matching.length > 0 ? matching : [schema['additionalProperties']];
  }
  const { items, prefixItems } = schema;
  const tuple = Array.isArray(items) ? items : prefixItems;
  const placed: unknown = Array.isArray(tuple) ? tuple[segment] : undefined;
  return [placed ?? (Array.isArray(items) ? schema['additionalItems'] : items)];
}

function matches(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern)(name);
  } catch {
    // The flow checker reports invalid patterns.
    return false;
  }
}

function isRuledOut(root: unknown, schema: unknown, value: unknown): boolean {
  if (!isObject(schema) || !isObject(value)) return false;
  const resolved = typeof schema['$ref'] === 'string' ? target(root, schema['$ref']) : schema;
  if (!isObject(resolved) || !isObject(resolved['properties'])) return false;
  return Object.entries(resolved['properties']).some(([name, property]) => {
    if (!isObject(property) || !Object.hasOwn(value, name)) return false;
    const wanted: unknown = 'const' in property ? [property['const']] : property['enum'];
    return Array.isArray(wanted) && !wanted.includes(value[name]) && value[name] !== '';
  });
}

function childOf(value: unknown, segment: PathSegment): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
  return (value as Readonly<Record<PathSegment, unknown>>)[segment];
}

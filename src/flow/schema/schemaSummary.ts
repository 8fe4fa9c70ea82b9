import { isObject, listOf } from '../../util/isObject.ts';
import { flaggedNames } from './dialect.ts';

/** A one-line summary of a parameter. */
export interface ParameterSummary {
  readonly name: string;
  /** A type such as `string`, `integer | null`, `"gps" | "network"` or `string[]`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string | undefined;
}

/**
 * Returns the top-level parameters in a `paramsSchema`, required ones first. Accepts any JSON value; returns none
 * unless it is a schema with properties.
 */
export function summarizeParameters(schema: unknown): ParameterSummary[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required: readonly unknown[] = [...listOf(schema['required']), ...flaggedNames(schema)];
  const parameters = Object.entries(schema['properties']).map(([name, property]) => ({
    name,
    type: typeName(property),
    required: required.includes(name),
    description: isObject(property) ? text(property['description']) : undefined,
  }));
  return [
    ...parameters.filter(parameter => parameter.required),
    ...parameters.filter(parameter => !parameter.required),
  ];
}

const LISTED_VALUES = 4;

function typeName(schema: unknown): string {
  if (!isObject(schema)) return 'any';
  if ('const' in schema) return JSON.stringify(schema['const']);
  const values = schema['enum'];
  if (Array.isArray(values)) {
    const shown = values.slice(0, LISTED_VALUES).map(value => JSON.stringify(value));
    return [...shown, ...(values.length > LISTED_VALUES ? ['…'] : [])].join(' | ');
  }
  const types = [schema['type']].flat().filter(type => typeof type === 'string');
  if (types.length === 0) return Array.isArray(schema['oneOf'] ?? schema['anyOf']) ? 'one of several' : 'any';
  return types.map(type => (type === 'array' ? arrayName(schema['items']) : type)).join(' | ');
}

function arrayName(items: unknown): string {
  const item = typeName(items);
  return item.includes(' ') ? 'array' : `${item}[]`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

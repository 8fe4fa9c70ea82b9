import * as z from 'zod';
import { isObject } from '../util/isObject.ts';
import type { ToolFacts } from './tool.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the JSON schema of the input of a tool, without what models do not need. */
export function inputSchemaOf({ input }: Pick<ToolFacts, 'input'>): JsonSchema {
  const compacted = withoutNoise(z.toJSONSchema(input, { io: 'input' }));
  return isObject(compacted) ? compacted : {};
}

/** True if the output of a tool carries text that was written by others. */
export function carriesForeignText({ output }: Pick<ToolFacts, 'output'>): boolean {
  return JSON.stringify(z.toJSONSchema(output)).includes('"origin"');
}

function withoutNoise(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNoise);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => !isNoise(name, value, schema));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutNoise(value)]));
}

function isNoise(name: string, value: unknown, { format, type }: JsonSchema): boolean {
  if (name === '$schema') return true;
  // In a map of properties, `type` is the name of a property, not a keyword.
  if (type !== undefined && typeof type !== 'string') return false;
  if (name === 'pattern') return format !== undefined;
  // Models rarely reach the limits of texts and lists, and the error of a refused call states them.
  if (name === 'maxLength' || name === 'minLength' || name === 'maxItems') return true;
  // Several clients reject schemas with this keyword, and every name is a text.
  if (name === 'propertyNames') return true;
  if (name === 'default' || name === 'additionalProperties') return isEmpty(value);
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

function isEmpty(value: unknown): boolean {
  return value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

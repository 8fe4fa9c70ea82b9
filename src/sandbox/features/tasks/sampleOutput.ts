import { isObject, type JsonObject, memberOf } from '../../../util/isObject.ts';
import { checkSchema } from '../../../flow/schema/compileSchema.ts';

const DEEPEST = 8;
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T08:30:00Z',
  time: '08:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '6f0c1b52-8d0a-4c7e-9e53-2b7a3f1d9c04',
};

/** Generates a valid value for a task's `outputSchema`, always the same for a schema; null if it finds none. */
export function sampleOutput(schema: unknown): unknown {
  if (schema === undefined || schema === null) return null;
  const value = sample(schema, 0);
  return checkSchema(schema, value).length === 0 ? value : null;
}

function sample(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > DEEPEST) return null;
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  for (const name of ['examples', 'enum']) if (Array.isArray(schema[name])) return memberOf(schema[name], 0);
  for (const name of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[name])) return sample(memberOf(schema[name], 0), depth + 1);
  const type = Array.isArray(schema['type']) ? memberOf(schema['type'], 0) : schema['type'];
  switch (type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.max(1, numberOf(schema['minItems']) ?? 0) }, () =>
        sample(schema['items'] ?? {}, depth + 1),
      );
    case 'null':
      return null;
    default:
      return isObject(schema['properties']) || type === 'object' ? sampleObject(schema, depth) : null;
  }
}

function sampleObject({ properties }: JsonObject, depth: number): unknown {
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, sample(property, depth + 1)]),
  );
}

function sampleText({ format, minLength, maxLength }: JsonObject): string {
  const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? 'sample';
  return text.padEnd(numberOf(minLength) ?? 0, '.').slice(0, numberOf(maxLength) ?? Infinity);
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  const least = Math.max(numberOf(minimum) ?? -Infinity, (numberOf(exclusiveMinimum) ?? -Infinity) + 1);
  return Math.min(Math.max(1, least), numberOf(maximum) ?? Infinity);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

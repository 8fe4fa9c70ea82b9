import type { JsonObject } from '../../src/util/isObject.ts';

/** Returns a schema of six objects, each one of many alternatives that a constant tells apart. */
export function taggedSchema(alternatives: number): JsonObject {
  const oneOf = Array.from({ length: alternatives }, (_, index) => ({
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { const: `kind${index}` },
      text: { type: 'string' },
      [`own${index}`]: { type: 'number' },
    },
  }));
  return { type: 'object', properties: sixOf(() => ({ oneOf })) };
}

/** Returns a value of that schema, whose six objects have 100 more members each, or 2.4 KB. */
export function taggedValue(): JsonObject {
  const members = Array.from({ length: 100 }, (_, index) => [`member${index}`, `a value ${index}`]);
  return sixOf(() => ({ kind: 'kind30', ...Object.fromEntries(members) }));
}

/** Returns a schema of objects with as many objects in each, all of which can be null. */
export function nullableSchema(properties: number): JsonObject {
  const all = (name: string, reference: string): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: properties }, (_, index) => [
        `${name}${index}`,
        { anyOf: [{ $ref: reference }, { type: 'null' }] },
      ]),
    ),
  });
  const inner = { type: 'object', properties: { text: { type: 'string' }, size: { type: 'number' } } };
  return { ...all('outer', '#/$defs/middle'), $defs: { middle: all('middle', '#/$defs/inner'), inner } };
}

function sixOf(create: () => unknown): JsonObject {
  return Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`part${index}`, create()]));
}

import { isObject, type JsonObject } from '../../util/isObject.ts';

/** The supported drafts of JSON Schema, oldest first. */
const DRAFTS = ['4', '6', '7', '2019-09', '2020-12'] as const;
export type JsonSchemaDraft = (typeof DRAFTS)[number];

const NAMES: readonly (readonly [part: string, draft: JsonSchemaDraft])[] = [
  ['draft-04', '4'],
  ['draft-06', '6'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
  ['2020-12', '2020-12'],
];

/** Returns the draft of a `$schema`; `otherwise` if it is missing or unknown. */
export function draftOf(named: unknown, otherwise: JsonSchemaDraft = '2020-12'): JsonSchemaDraft {
  if (typeof named !== 'string') return otherwise;
  return NAMES.find(([part]) => named.includes(part))?.[1] ?? otherwise;
}

/** True if a draft is at least as new as another. */
export function isSince(draft: JsonSchemaDraft, first: JsonSchemaDraft): boolean {
  return DRAFTS.indexOf(draft) >= DRAFTS.indexOf(first);
}

/** Returns the properties whose schemas have the flag `required`, as in draft 3. */
export function flaggedNames({ properties }: JsonObject): readonly string[] {
  if (!isObject(properties)) return [];
  return Object.keys(properties).filter(name => {
    const property = properties[name];
    return isObject(property) && property['required'] === true;
  });
}

/** Keywords whose values are one schema, a list of schemas, schemas by name, or either a schema or a list. */
export const HOLDERS: ReadonlyMap<string, 'one' | 'list' | 'named' | 'oneOrList'> = new Map([
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'additionalItems'].map(holdsOne),
  ...['unevaluatedItems', 'contains', 'not', 'if', 'then', 'else', 'contentSchema'].map(holdsOne),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map(name => [name, 'list'] as const),
  ...['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies'].map(
    name => [name, 'named'] as const,
  ),
  ['items', 'oneOrList'],
]);

function holdsOne(name: string): readonly [name: string, holds: 'one'] {
  return [name, 'one'];
}

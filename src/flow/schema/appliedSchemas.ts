import { flaggedNames, isSince } from './dialect.ts';
import { canonicalJson } from './equal.ts';
import { isTypeName } from './keywords/exact.ts';
import { compilePattern } from './pattern.ts';
import type { Located } from './resources.ts';
import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';
import type { Applied } from './schemaReader.ts';

/** The subschemas that apply to the same value. */
export type AppliedSchemas = readonly Applied[];

/** Returns the value of a keyword in the first subschema that has it. */
export function first(parts: AppliedSchemas, keyword: string): unknown {
  return parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.schema[keyword];
}

/** True if a subschema sets a flag. */
export function isFlagged(parts: AppliedSchemas, keyword: string): boolean {
  return parts.some(({ schema }) => schema[keyword] === true);
}

/** Returns the value of a keyword in the first subschema that has a string there. */
export function firstText(parts: AppliedSchemas, keyword: string): string | undefined {
  const value = parts.find(({ schema }) => typeof schema[keyword] === 'string')?.schema[keyword];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the types that all subschemas allow, in the order of the first with types; undefined if none has any. */
export function typesIn(parts: AppliedSchemas): readonly string[] | undefined {
  let types: readonly string[] | undefined;
  for (const { schema } of parts) {
    if (!Object.hasOwn(schema, 'type')) continue;
    const named = [schema['type']].flat();
    // The check leaves a type that does not exist unread.
    if (!named.every(isTypeName)) continue;
    const partTypes = schema['nullable'] === true ? [...new Set([...named, 'null'])] : named;
    types = types === undefined ? partTypes : intersectTypes(types, partTypes);
  }
  return types;
}

const IMPLIED: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'patternProperties', 'additionalProperties', 'required', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Returns the type implied by other keywords. */
export function impliedType(parts: AppliedSchemas): string | undefined {
  const found = IMPLIED.find(([, keywords]) =>
    parts.some(({ schema }) => keywords.some(keyword => Object.hasOwn(schema, keyword))),
  );
  return found?.[0];
}

/** Returns the values that every `enum` and `const` allows; undefined if there is none. */
export function valuesIn(parts: AppliedSchemas): readonly unknown[] | undefined {
  let values: readonly unknown[] | undefined;
  for (const { schema } of parts) {
    const { enum: choices } = schema;
    for (const allowed of [
      ...(Object.hasOwn(schema, 'const') ? [[schema['const']]] : []),
      ...(Array.isArray(choices) ? [choices as readonly unknown[]] : []),
    ]) {
      const texts = new Set(allowed.map(canonicalJson));
      values = values === undefined ? allowed : values.filter(value => texts.has(canonicalJson(value)));
    }
  }
  return values;
}

/** Returns the largest (`max`) or smallest (`min`) number of a keyword in the subschemas. */
export function bound(parts: AppliedSchemas, keyword: string, pick: 'min' | 'max'): number | undefined {
  const numbers = parts.flatMap(({ schema }) => {
    const value = schema[keyword];
    return typeof value === 'number' ? [value] : [];
  });
  return numbers.length === 0 ? undefined : Math[pick](...numbers);
}

/** Returns the required properties, including those that depend on the present ones. */
export function requiredIn(parts: AppliedSchemas, value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (list: unknown): void => {
    for (const name of listOf(list)) if (typeof name === 'string') names.add(name);
  };
  for (const { schema } of parts) {
    add(schema['required']);
    add(flaggedNames(schema));
    for (const keyword of ['dependentRequired', 'dependencies']) {
      const needed = schema[keyword];
      if (!isObject(needed) || !isObject(value)) continue;
      for (const [name, list] of Object.entries(needed)) if (Object.hasOwn(value, name)) add(list);
    }
  }
  return names;
}

/** Returns the properties that apply or are required because of another one, with that one. */
export function causesIn(parts: AppliedSchemas, value: unknown): ReadonlyMap<string, string> {
  const always = parts.filter(({ cause }) => cause === undefined);
  const known = new Set(namesIn(always));
  const needed = requiredIn(always, {});
  const causes = new Map<string, string>();
  const add = (name: string, cause: string): void => {
    if (name !== cause && !needed.has(name) && !causes.has(name)) causes.set(name, cause);
  };
  for (const part of parts) {
    const { schema, cause } = part;
    if (cause !== undefined) {
      for (const name of namesIn([part])) if (!known.has(name)) add(name, cause);
      for (const name of requiredIn([part], {})) add(name, cause);
    }
    for (const keyword of ['dependentRequired', 'dependencies']) {
      const lists = schema[keyword];
      for (const [name, list] of Object.entries(isObject(lists) && isObject(value) ? lists : {})) {
        if (!isObject(value) || !Object.hasOwn(value, name)) continue;
        for (const other of listOf(list)) if (typeof other === 'string') add(other, name);
      }
    }
  }
  return causes;
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** Returns all subschemas of a schema that can apply to the same value. */
export function inPlace(schema: JsonObject): readonly unknown[] {
  const dependent = [schema['dependentSchemas'], schema['dependencies']].filter(isObject);
  return [
    ...IN_PLACE.map(keyword => schema[keyword]),
    ...dependent.flatMap(schemas => Object.values(schemas)),
  ];
}

/** Returns the names in the `properties` of subschemas, in order. */
export function namesIn(parts: AppliedSchemas): readonly string[] {
  const names = new Set<string>();
  for (const { schema } of parts) {
    if (isObject(schema['properties'])) for (const name of Object.keys(schema['properties'])) names.add(name);
  }
  return [...names];
}

/** The subschemas of a property or an item. */
interface MemberSchemas {
  readonly located: readonly Located[];
  /** True if any subschema forbids it. */
  readonly refused: boolean;
}

/** Returns the subschemas of a property. */
export function propertyIn(parts: AppliedSchemas, name: string): MemberSchemas {
  const evaluate = ({ schema }: Applied): readonly unknown[] => {
    const { properties, patternProperties = {}, additionalProperties: rest } = schema;
    const named = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
    const matching = Object.entries(isObject(patternProperties) ? patternProperties : {});
    const found = [
      ...named,
      ...matching.filter(([pattern]) => matches(pattern, name)).map(([, part]) => part),
    ];
    return found.length === 0 && rest !== undefined ? [rest] : found;
  };
  return memberIn(parts, evaluate, 'unevaluatedProperties');
}

/** Returns the subschemas of an item. */
export function itemIn(parts: AppliedSchemas, index: number): MemberSchemas {
  const evaluate = (part: Applied): readonly unknown[] => {
    const { items, additionalItems } = part.schema;
    const prefix = prefixOf(part);
    const found = index < prefix.length ? prefix[index] : Array.isArray(items) ? additionalItems : items;
    return found === undefined ? [] : [found];
  };
  return memberIn(parts, evaluate, 'unevaluatedItems');
}

/** Collects the subschemas by which each schema evaluates a member, and those for members that none evaluates. */
function memberIn(
  parts: AppliedSchemas,
  evaluate: (part: Applied) => readonly unknown[],
  rest: 'unevaluatedProperties' | 'unevaluatedItems',
): MemberSchemas {
  const evaluated = parts.map(part => ({ part, schemas: evaluate(part) }));
  const isUnevaluatedBy = ({ schema }: Applied): boolean =>
    evaluated.every(({ part, schemas }) => {
      const isOther = part.schema !== schema && rest in part.schema;
      // An item that `contains` accepts is evaluated, too.
      const mayContain = rest === 'unevaluatedItems' && 'contains' in part.schema;
      // Another document may evaluate any member.
      if (part.owners.has(schema) && part.unread !== undefined) return false;
      return !part.owners.has(schema) || (schemas.length === 0 && !isOther && !mayContain);
    });
  const all = evaluated.flatMap(({ part, schemas }) => {
    const isLast = rest in part.schema && isSince(part.resource.draft, '2019-09') && isUnevaluatedBy(part);
    return [...schemas, ...(isLast ? [part.schema[rest]] : [])].map(schema => ({ part, schema }));
  });
  return {
    located: all.flatMap(({ part: { resource, scope }, schema }) =>
      isObject(schema) ? [{ schema, resource, scope }] : [],
    ),
    refused: all.some(({ schema }) => schema === false),
  };
}

/** Returns the number of leading items that have their own subschemas. */
export function tupleLength(parts: AppliedSchemas): number {
  return Math.max(0, ...parts.map(part => prefixOf(part).length));
}

function prefixOf({ schema, resource }: Applied): readonly unknown[] {
  const { items, prefixItems } = schema;
  if (Array.isArray(items)) return items;
  return isSince(resource.draft, '2020-12') && Array.isArray(prefixItems) ? prefixItems : [];
}

function matches(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern)(name);
  } catch {
    return false;
  }
}

function intersectTypes(some: readonly string[], others: readonly string[]): readonly string[] {
  const shared = some.filter(
    type => others.includes(type) || (type === 'integer' && others.includes('number')),
  );
  return others.includes('integer') && some.includes('number') && !shared.includes('integer')
    ? [...shared, 'integer']
    : shared;
}

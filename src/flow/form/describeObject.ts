import { isObject, withoutUndefined } from '../../util/isObject.ts';
import type { FormNode, FormPart, NamedAddition, ObjectNode } from './formNode.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import { describeSwitches } from './describeSwitches.ts';
import { type Describing, isFolded, type FormLocation, locationIn } from './formLocation.ts';
import { startValue } from './startValue.ts';
import { bound, causesIn, namesIn, type Parts, propertyIn, requiredIn } from '../schema/appliedSchemas.ts';

/** Describes an object with the properties of its schema and all others that it has. */
export function describeObject(
  context: Describing,
  location: FormLocation,
  parts: Parts,
  part: FormPart,
): ObjectNode {
  const { form, describe } = context;
  const value = isObject(location.value?.value) ? location.value.value : undefined;
  const required = requiredIn(parts, value);
  const folded = isFolded(context, location, parts);
  const named = new Set(folded ? [] : [...namesIn(parts), ...required]);
  const addition = additionOf(form, parts, named);
  const describeField = (name: string): FormNode[] => {
    const { located, refused } = propertyIn(parts, name);
    const isThere = value !== undefined && Object.hasOwn(value, name);
    if (refused && !isThere) return [];
    const fieldLocation = locationIn(location, parts, name, { located, required: required.has(name) });
    if (named.has(name) && !refused) return [describe(fieldLocation)];
    const isDescribed = located.length > 0 && !refused;
    return [describe({ ...fieldLocation, loose: !isDescribed, unknown: !isDescribed && !addition })];
  };
  const causes = causesIn(parts, value);
  const fields = besideCauses([...named], causes)
    .filter(name => !propertyIn(parts, name).refused)
    .flatMap(describeField)
    .map(field => withCause(field, causes.get(String(field.path.at(-1)))));
  const shown = new Set(fields.map(({ path }) => path.at(-1)));
  const others = Object.keys(value ?? {}).filter(name => !shown.has(name));
  const minProperties = bound(parts, 'minProperties', 'max');
  const maxProperties = bound(parts, 'maxProperties', 'min');
  return {
    ...part,
    kind: named.size === 0 && !folded ? 'map' : 'object',
    fields: describeSwitches(form, location, fields),
    others: others.flatMap(describeField),
    ...withoutUndefined({ addition: folded ? undefined : addition, minProperties, maxProperties }),
    folded,
  };
}

/** Orders names so that each one that depends on another follows it. */
function besideCauses(names: readonly string[], causes: ReadonlyMap<string, string>): readonly string[] {
  const all = new Set(names);
  const followers = Map.groupBy(names, name => {
    const cause = causes.get(name);
    return cause !== undefined && all.has(cause) ? cause : undefined;
  });
  const placed = new Set<string>();
  const place = (name: string): void => {
    if (placed.has(name)) return;
    placed.add(name);
    for (const follower of followers.get(name) ?? []) place(follower);
  };
  // Properties that depend on each other in a circle come last.
  for (const name of [...(followers.get(undefined) ?? []), ...names]) place(name);
  return [...placed];
}

function withCause(field: FormNode, cause: string | undefined): FormNode {
  return cause === undefined ? field : { ...field, cause };
}

/**
 * Returns the rules for adding properties; undefined if the schema is closed, or lists properties without permitting
 * others.
 */
function additionOf(form: SchemaReader, parts: Parts, named: ReadonlySet<string>): NamedAddition | undefined {
  const patterns: string[] = [];
  let names: readonly string[] | undefined;
  let isOpen = named.size === 0;
  let isClosed = false;
  for (const { schema } of parts) {
    const { patternProperties, propertyNames } = schema;
    const rest = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
    isClosed ||= rest === false;
    isOpen ||= rest === true || isObject(rest);
    if (isObject(patternProperties)) patterns.push(...Object.keys(patternProperties));
    if (!isObject(propertyNames)) continue;
    if (typeof propertyNames['pattern'] === 'string' && !isClosed) patterns.push(propertyNames['pattern']);
    if (Array.isArray(propertyNames['enum']))
      names = propertyNames['enum'].filter(name => typeof name === 'string');
  }
  if (isClosed ? patterns.length === 0 : !isOpen && patterns.length === 0) return undefined;
  const starts = patternStarts(form, parts);
  const start = restStart(form, parts) ?? starts[0]?.start ?? '';
  return { start, starts, patterns, ...(names ? { names } : {}) };
}

/** Returns initial values for properties whose names match patterns. */
function patternStarts(form: SchemaReader, parts: Parts): NamedAddition['starts'] {
  return parts.flatMap(({ schema: { patternProperties }, resource }) =>
    Object.entries(isObject(patternProperties) ? patternProperties : {}).flatMap(([pattern, schema]) =>
      isObject(schema) ? [{ pattern, start: startValue(form, [{ schema, resource }]) }] : [],
    ),
  );
}

/** Returns an initial value for other properties; undefined if no schema describes them. */
function restStart(form: SchemaReader, parts: Parts): unknown {
  for (const { schema, resource } of parts) {
    const rest = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
    if (isObject(rest)) return startValue(form, [{ schema: rest, resource }]);
  }
  return undefined;
}

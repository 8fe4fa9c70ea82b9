import { isObject, without, withoutUndefined } from '../../util/isObject.ts';
import type { FormNode, FormPart, FormSwitch, NamedAddition, ObjectNode } from './formNode.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import { type Describing, type FormLocation, isFolded, locationIn } from './formLocation.ts';
import { startValue } from './startValue.ts';
import {
  bound,
  causesIn,
  namesIn,
  type AppliedSchemas,
  propertyIn,
  requiredIn,
} from '../schema/appliedSchemas.ts';
import { patternExample } from './patternExample.ts';
import { refusedNames } from './refusedNames.ts';
import { resolveAlternatives } from './resolveAlternatives.ts';

const MAX_VALUES = 50;

const MAX_ROUNDS = 5;

/** Describes an object with the properties of its schema and all others that it has. */
export function describeObject(
  context: Describing,
  location: FormLocation,
  parts: AppliedSchemas,
  part: FormPart,
): ObjectNode {
  const { form, describe } = context;
  const value = isObject(location.value?.value) ? location.value.value : undefined;
  const required = requiredIn(parts, value);
  const folded = isFolded(context, location, parts);
  const named = new Set(folded ? [] : [...namesIn(parts), ...required]);
  const addition = additionOf(form, parts, named);
  const excluded = refusedNames(form, { located: location.located, parts }, value, [...named]);
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
    .filter(name => !excluded.has(name) && !propertyIn(parts, name).refused)
    .flatMap(describeField)
    .map(field => withCause(field, causes.get(String(field.path.at(-1)))));
  const shown = new Set(fields.map(({ path }) => path.at(-1)));
  const others = Object.keys(value ?? {}).filter(name => !shown.has(name));
  const minProperties = bound(parts, 'minProperties', 'max');
  const maxProperties = bound(parts, 'maxProperties', 'min');
  const isFull = Object.keys(value ?? {}).length >= (maxProperties ?? Number.POSITIVE_INFINITY);
  return {
    ...part,
    kind: named.size === 0 && !folded ? 'map' : 'object',
    fields: describeSwitches(form, location, fields),
    others: others.flatMap(describeField),
    ...withoutUndefined({
      addition: folded || isFull ? undefined : addition,
      minProperties,
      maxProperties,
    }),
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
function additionOf(
  form: SchemaReader,
  parts: AppliedSchemas,
  named: ReadonlySet<string>,
): NamedAddition | undefined {
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
function patternStarts(form: SchemaReader, parts: AppliedSchemas): NamedAddition['starts'] {
  return parts.flatMap(({ schema: { patternProperties }, resource, scope }) =>
    Object.entries(isObject(patternProperties) ? patternProperties : {}).flatMap(([pattern, schema]) => {
      if (!isObject(schema)) return [];
      const name = patternExample(pattern);
      const all = name === undefined ? [] : propertyIn(parts, name).located;
      return [{ pattern, start: startValue(form, all.length > 0 ? all : [{ schema, resource, scope }]) }];
    }),
  );
}

/** Returns an initial value for other properties; undefined if no schema describes them. */
function restStart(form: SchemaReader, parts: AppliedSchemas): unknown {
  const located = parts.flatMap(({ schema, resource, scope }) => {
    const rest = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
    return isObject(rest) ? [{ schema: rest, resource, scope }] : [];
  });
  return located.length > 0 ? startValue(form, located) : undefined;
}

/**
 * Adds to the fields that decide which others apply what becomes of the object with another value: fields that do not
 * apply then, or do not accept their values, are left out.
 */
function describeSwitches(
  form: SchemaReader,
  location: FormLocation,
  fields: readonly FormNode[],
): readonly FormNode[] {
  const value = location.value?.value;
  const dependents = fields.filter(field => field.cause !== undefined && canBeRemoved(field));
  if (!isObject(value) || dependents.length === 0) return fields;
  const causes = new Set(fields.map(({ cause }) => cause));
  return fields.map(field => {
    const name = String(field.path.at(-1));
    const values = valuesOf(field);
    if (!causes.has(name) || values.length > MAX_VALUES) return field;
    const switches = values.flatMap((other): FormSwitch[] => {
      const changed = { ...value, [name]: other };
      const whole = withoutInapplicable(form, location, changed, dependents);
      return whole === changed ? [] : [{ value: other, whole }];
    });
    return switches.length === 0 ? field : { ...field, switches };
  });
}

/** Returns the values that can be chosen. */
function valuesOf(field: FormNode): readonly unknown[] {
  if (field.kind === 'boolean') return [true, false];
  return field.kind === 'choice' ? field.options.map(({ value }) => value) : [];
}

/** True if a value can be left out: one that the action sets would still apply. */
function canBeRemoved({ origin, inherited, path }: FormNode): boolean {
  return origin !== 'absent' && !(path.length === 1 && inherited !== undefined);
}

function withoutInapplicable(
  form: SchemaReader,
  location: FormLocation,
  changed: Readonly<Record<string, unknown>>,
  dependents: readonly FormNode[],
): Readonly<Record<string, unknown>> {
  let value = changed;
  // Fields can depend on fields that depend on others.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { parts } = resolveAlternatives(form, { ...location, value: { value } });
    const known = new Set(namesIn(parts));
    const gone = dependents.flatMap(({ path }) => {
      const name = String(path.at(-1));
      if (!Object.hasOwn(value, name)) return [];
      const { located, refused } = propertyIn(parts, name);
      const isFitting = known.has(name) && !refused && form.accepts(located, value[name]);
      return isFitting ? [] : [name];
    });
    if (gone.length === 0) break;
    value = without(value, gone);
  }
  return value;
}

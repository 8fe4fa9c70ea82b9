import { BUDGETS } from '../../util/budgets.ts';
import { isObject, type JsonObject, memberOf, without, withoutUndefined } from '../../util/isObject.ts';
import { firstText, itemIn, namesIn, propertyIn, requiredIn, valuesIn } from '../schema/appliedSchemas.ts';
import { allowedValuesOf } from '../schema/choices.ts';
import { canonicalJson } from '../schema/equal.ts';
import type { Located } from '../schema/resources.ts';
import { candidates, withoutExamples } from '../schema/sampleValue.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import type { PathSegment } from '../template.ts';
import type { HeldValue } from './formNode.ts';
import { valueIn } from './formLocation.ts';
import { refusedNames } from './refusedNames.ts';
import { findNearest, resolveAlternatives, type ResolvedSchema } from './resolveAlternatives.ts';
import { branchLabels, readBranches } from './label.ts';
import { acceptedValues } from './shape.ts';
import { branchStart, type Fill, startValue } from './startValue.ts';

/** A schema and a path of an incomplete value of it. */
export interface SchemaLocation {
  readonly reader: SchemaReader;
  readonly path: readonly PathSegment[];
  readonly value: unknown;
}

const MAX_VARIANTS = 100;

/** A property of an object. */
interface OfferedProperty {
  readonly schemas: readonly JsonObject[];
  readonly required: boolean;
  readonly start: unknown;
}

/** The schemas of a location and its value, if present. */
interface Described {
  readonly located: readonly Located[];
  readonly value: HeldValue | undefined;
}

/**
 * Returns the schemas at a location: first those of the alternatives that the value matches best, as in a form, then
 * those of the other alternatives that it does not rule out.
 */
export function schemasAt({ reader, path, value }: SchemaLocation): readonly JsonObject[] {
  return schemasOf(reader, describedAt(reader, path, value));
}

/**
 * Returns the properties that an object can have beside those that it has, and these; those of the alternative that it
 * matches best come first. A property that is to be `replaced` excludes no other.
 */
export function propertiesAt(
  { reader, path, value }: SchemaLocation,
  replaced?: string,
): ReadonlyMap<string, OfferedProperty> {
  const properties = new Map<string, OfferedProperty>();
  const described = describedAt(reader, path, value);
  const present = described.value?.value;
  const kept = isObject(present) && replaced !== undefined ? without(present, [replaced]) : present;
  const most = reader.work + BUDGETS.form.parts['units of work'];
  for (const variant of variantsAt(reader, described)) {
    if (reader.work > most) break;
    const { parts } = variant;
    const required = requiredIn(parts, present);
    const names = new Set([...namesIn(parts), ...required]);
    const excluded = refusedNames(reader, variant, kept, [...names]);
    for (const name of names) {
      const { located, refused } = propertyIn(parts, name);
      if (refused || excluded.has(name)) continue;
      const schemas = schemasOf(reader, { located, value: undefined });
      const known = properties.get(name);
      properties.set(name, {
        schemas: known ? [...new Set([...known.schemas, ...schemas])] : schemas,
        required: known?.required ?? required.has(name),
        start: known ? known.start : startValue(reader, located, { fill: 'empty' }),
      });
    }
  }
  return properties;
}

/** Returns the constants, defaults, and allowed values at a location that its schemas accept. */
export function valuesAt({ reader, path, value }: SchemaLocation): readonly unknown[] {
  const values = new Map<string, unknown>();
  for (const { located, parts } of variantsAt(reader, describedAt(reader, path, value))) {
    const listed = candidates(parts.map(({ schema }) => withoutExamples(schema)));
    for (const one of acceptedValues(reader, located, listed)) values.set(JSON.stringify(one), one);
  }
  return [...values.values()];
}

/** Returns the constants and allowed values in the schemas of a location that its schemas accept. */
export function choicesAt(place: SchemaLocation, schemas: readonly JsonObject[]): readonly unknown[] {
  const choices = allowedValuesOf(schemas).map(({ value }) => value);
  if (choices.length === 0) return choices;
  const accepted = new Set(valuesAt(place).map(canonicalJson));
  return choices.filter(value => accepted.has(canonicalJson(value)));
}

/** An alternative form of a value. */
export interface OfferedForm {
  readonly label: string;
  /** The label of the alternative that it is a form of, for nested alternatives. */
  readonly group?: string;
  readonly description?: string;
  readonly start: unknown;
}

/** Returns initial values at a location: one per alternative, the first alternative first. */
export function startsAt(place: SchemaLocation, fill: Fill): readonly unknown[] {
  const forms = formsAt(place, fill);
  if (forms.length > 0) return forms.map(({ start }) => start);
  const described = describedAt(place.reader, place.path, place.value);
  const { located, chosen } = resolveAlternatives(place.reader, described);
  return [startValue(place.reader, located, { fill, decided: chosen })];
}

const MAX_FORMS = 50;

/** Returns the forms of a value with alternatives, those of nested alternatives one by one; empty without alternatives. */
export function formsAt(
  { reader, path, value }: SchemaLocation,
  fill: Fill = 'empty',
): readonly OfferedForm[] {
  const forms: OfferedForm[] = [];
  addForms(describedAt(reader, path, value), new Set(), undefined);
  return forms;

  function addForms(described: Described, decided: ReadonlySet<unknown>, group: string | undefined): boolean {
    const resolved = resolveAlternatives(reader, { ...described, decided });
    const { union } = resolved;
    if (!union) return false;
    const read = readBranches(reader, union.branches);
    const labels = branchLabels(read);
    for (const [index, branch] of union.branches.entries()) {
      if (forms.length >= MAX_FORMS) break;
      const label = labels[index] ?? '';
      const located = [...resolved.located, branch];
      const within = new Set([...resolved.decided, union.list]);
      if (group === undefined && addForms({ located, value: described.value }, within, label)) continue;
      const description = firstText(read[index]?.reading.parts ?? [], 'description');
      forms.push({
        label,
        ...withoutUndefined({ group, description }),
        start: branchStart(reader, branch, resolved.located, {
          fill,
          decided: new Set([...resolved.chosen, union.list]),
        }),
      });
    }
    return true;
  }
}

function schemasOf(reader: SchemaReader, described: Described): readonly JsonObject[] {
  const variants = [...variantsAt(reader, described)];
  const schemas = variants.flatMap(({ parts }) => parts.map(({ schema }) => schema));
  return [...new Set(schemas), ...(variants.some(({ nullable }) => nullable) ? [{ type: 'null' }] : [])];
}

/** Follows a path, through the alternatives that the value matches best of those that describe the next segment. */
function describedAt(reader: SchemaReader, path: readonly PathSegment[], value: unknown): Described {
  let described: Described = { located: [reader.root], value: { value } };
  for (const segment of path) {
    let located: readonly Located[] = [];
    for (const { parts } of variantsAt(reader, described)) {
      ({ located } = typeof segment === 'number' ? itemIn(parts, segment) : propertyIn(parts, segment));
      if (located.length > 0) break;
    }
    described = { located, value: valueIn(described.value, segment) };
  }
  return described;
}

/** Generates the first schemas of `variantsOf`, whose number can grow with the product of all alternatives. */
function* variantsAt(reader: SchemaReader, described: Described): Generator<ResolvedSchema> {
  let count = 0;
  for (const variant of variantsOf(reader, described)) {
    yield variant;
    if (++count >= MAX_VARIANTS) return;
  }
}

/** Generates the schemas of a location for each combination of its alternatives, the one that it matches best first. */
function* variantsOf(
  reader: SchemaReader,
  { located, value }: Described,
  decided: ReadonlySet<unknown> = new Set(),
): Generator<ResolvedSchema> {
  const resolved = resolveAlternatives(reader, { located, value, decided });
  const { union } = resolved;
  if (!union) {
    yield resolved;
    return;
  }
  const { branches } = union;
  const nearest = branches[findNearest(reader, branches, value)];
  const others = branches.filter(branch => branch !== nearest && !isRuledOut(reader, branch, value?.value));
  const within = new Set([...resolved.decided, union.list]);
  for (const branch of [...(nearest ? [nearest] : []), ...others]) {
    const chosen = { located: [...resolved.located, branch], value };
    for (const variant of variantsOf(reader, chosen, within))
      yield { ...variant, nullable: variant.nullable || resolved.nullable };
  }
}

/** True if a property has another value than the alternative requires; an empty text is still to be entered. */
function isRuledOut(reader: SchemaReader, branch: Located, value: unknown): boolean {
  if (!isObject(value)) return false;
  const { parts } = reader.read([branch], value);
  return namesIn(parts).some(name => {
    const member = memberOf(value, name);
    if (member === undefined || member === '') return false;
    const { located } = propertyIn(parts, name);
    const isFixed = valuesIn(reader.read(located, member).parts) !== undefined;
    return isFixed && !reader.accepts(located, member);
  });
}

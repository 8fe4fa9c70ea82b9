import { wordsOf } from '../wordsOf.ts';
import { COMPARISON_WORDS } from '../comparisons.ts';
import { show } from '../schema/problem.ts';
import { decodeEscapes } from '../../util/decodeEscapes.ts';
import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';
import type { Located } from '../schema/resources.ts';
import type { SchemaReading, SchemaReader } from '../schema/schemaReader.ts';
import { firstText, itemIn, namesIn, propertyIn, requiredIn, typesIn } from '../schema/appliedSchemas.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
  null: 'Nothing',
};

/** Returns the label of a property without a value: its title, or its name in words. */
export function propertyLabel(form: SchemaReader, parts: SchemaReading['parts'], name: string): string {
  const { located } = propertyIn(parts, name);
  return firstText(form.read(located, undefined).parts, 'title') ?? wordsOf(name);
}

/** An alternative with its schemas. */
export interface LabeledBranch {
  readonly schema: unknown;
  readonly reading: SchemaReading;
}

/** Reads the schemas of alternatives. */
export function readBranches(form: SchemaReader, branches: readonly Located[]): readonly LabeledBranch[] {
  return branches.map(branch => ({ schema: branch.schema, reading: form.read([branch], undefined) }));
}

/**
 * Returns the labels of alternatives, made from what tells them apart: the title, a constant, the name of the reference,
 * the type, or a property of only one of them.
 */
export function branchLabels(branches: readonly LabeledBranch[]): readonly string[] {
  const offered = withOwnNames(branches);
  const uses = countUses(offered);
  const labels = offered.map(
    (names, index) => names.find(name => uses.get(name) === 1) ?? names[0] ?? `Option ${index + 1}`,
  );
  return labels.map((label, index) =>
    labels.filter(other => other === label).length === 1
      ? label
      : `${label} ${labels.slice(0, index + 1).filter(other => other === label).length}`,
  );
}

/** Returns the names of an alternative by itself, the best first. */
function labelsOf({ schema, reading: { parts } }: LabeledBranch): readonly string[] {
  const title = firstText(parts, 'title');
  const constants = namesIn(parts).flatMap(name => {
    const [property] = propertyIn(parts, name).located;
    const { const: constant, enum: values }: JsonObject = isObject(property?.schema) ? property.schema : {};
    const fixed = constant === undefined ? listOf(values) : [constant];
    return fixed.length === 1 ? [optionLabel(fixed[0])] : [];
  });
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  const named = typeof reference === 'string' ? /[^/#]+$/.exec(reference)?.[0] : undefined;
  const types = typesIn(parts) ?? [];
  return [
    ...(title === undefined ? [] : [title]),
    ...constants,
    ...(named === undefined ? [] : [wordsOf(decodeEscapes(named))]),
    ...(types.length === 0 ? [] : [types.map(type => TYPE_WORDS[type] ?? type).join(' or ')]),
    ...(types.join() === 'array' ? itemLabels(parts) : []),
  ];
}

/** Returns the label of a list by the type of its items. */
function itemLabels(parts: SchemaReading['parts']): readonly string[] {
  const types = itemIn(parts, 0).located.flatMap(({ schema }) => (isObject(schema) ? schema['type'] : []));
  const [type] = types;
  const words = typeof type === 'string' ? TYPE_WORDS[type] : undefined;
  return words === undefined ? [] : [`List: ${words.toLowerCase()}`];
}

/** Returns the names of alternatives, followed by the properties that only one of them requires or has. */
function withOwnNames(branches: readonly LabeledBranch[]): readonly (readonly string[])[] {
  const needed = branches.map(({ reading: { parts } }) => [...requiredIn(parts, {})]);
  const known = branches.map(({ reading: { parts } }) => namesIn(parts));
  const [needs, knows] = [countUses(needed), countUses(known)];
  return branches.map((branch, index) => {
    const own = [
      ...(needed[index] ?? []).filter(name => needs.get(name) === 1),
      ...(known[index] ?? []).filter(name => knows.get(name) === 1),
    ];
    return [...labelsOf(branch), ...own.map(wordsOf)];
  });
}

/** Returns in how many lists each text is. */
function countUses(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const text of new Set(list)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Returns the label of an option without a title. */
export function optionLabel(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '(empty)' : (COMPARISON_WORDS.get(value) ?? value);
  if (typeof value !== 'object' || value === null) return show(value);
  return JSON.stringify(value);
}

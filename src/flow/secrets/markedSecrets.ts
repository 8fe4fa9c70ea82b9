import type { Located } from '../schema/resources.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { Applied, SchemaReader } from '../schema/schemaReader.ts';
import { inPlace, propertyIn } from '../schema/appliedSchemas.ts';

/** The form of a value, such as a JSON value or a node of a parsed text. */
export interface ValueForm<T> {
  /** Returns the members of an object; undefined for another value. */
  readonly membersOf: (value: T) => readonly (readonly [string, T])[] | undefined;
  /** Returns the texts and numbers within a value. */
  readonly leavesOf: (value: T) => readonly T[];
}

const JSON_VALUE: ValueForm<unknown> = {
  membersOf: value => (isObject(value) ? Object.entries(value) : undefined),
  leavesOf: leavesOfJson,
};

/** Results by subschema, since forms are described again at every keystroke. */
const known = new WeakMap<object, boolean>();

/** A word that marks a secret, or a reference that can lead to another document: not one by a fragment alone. */
const MARK = /"(?:password|writeOnly)"|"\$(?:ref|dynamicRef|recursiveRef)":"(?!#)/;

/**
 * True if subschemas mark a value, or anything within it, as a password or `writeOnly`. A mark in one alternative
 * applies to all, since the value may match none.
 */
export function isSecret(form: SchemaReader, located: readonly Located[]): boolean {
  return located.some(item => {
    const { schema } = item;
    if (!isObject(schema)) return false;
    return known.get(schema) ?? findMark(form, item, schema);
  });
}

/**
 * Searches a subschema and everything that it contains or references. If nothing there is marked, all of it is
 * remembered as unmarked and not searched again.
 */
function findMark(form: SchemaReader, item: Located, schema: JsonObject): boolean {
  const reached = form.reach([item], inner => (known.get(inner) === false ? [] : Object.values(inner)));
  const verdict = reached.some(isMarked);
  for (const { schema } of verdict ? [] : reached) known.set(schema, false);
  known.set(schema, verdict);
  return verdict;
}

/** True if the schema marks the parameter, or anything within it, as secret; also true if it cannot be read as a whole. */
export function isSecretParameter(form: SchemaReader, name: string): boolean {
  const located = readParameter(form, name);
  return located === undefined || isSecret(form, located);
}

/**
 * Returns the texts and numbers within a parameter that its schema marks as secret; all if the schema cannot be read as a
 * whole.
 */
export function secretValues(form: SchemaReader, name: string, value: unknown): readonly (string | number)[] {
  return secretParts(form, name, value, JSON_VALUE).filter(isLeaf);
}

/** Like `secretValues`, for a value of any form. */
export function secretParts<T>(
  form: SchemaReader,
  name: string,
  value: T,
  valueForm: ValueForm<T>,
): readonly T[] {
  const located = readParameter(form, name);
  return located === undefined ? valueForm.leavesOf(value) : secretsIn(form, located, value, valueForm);
}

/** Returns the schemas of a parameter; undefined if part of the schema cannot be read or is in another document. */
function readParameter(form: SchemaReader, name: string): readonly Located[] | undefined {
  if (form.unusable !== undefined || form.isIncomplete) return undefined;
  const parts = form.reach([form.root], inPlace);
  return parts.some(({ unread }) => unread !== undefined) ? undefined : propertyIn(parts, name).located;
}

function secretsIn<T>(
  form: SchemaReader,
  located: readonly Located[],
  value: T,
  valueForm: ValueForm<T>,
): readonly T[] {
  if (!isSecret(form, located)) return [];
  const parts = form.reach(located, inPlace);
  const members = valueForm.membersOf(value);
  if (!members || parts.some(isMarked)) return valueForm.leavesOf(value);
  return members.flatMap(([key, inner]) => secretsIn(form, propertyIn(parts, key).located, inner, valueForm));
}

function leavesOfJson(value: unknown): readonly (string | number)[] {
  if (isLeaf(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOfJson) : [];
}

function isLeaf(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** A quick check that is false only if a schema cannot mark secrets, so that it need not be compiled. */
export function mayMarkSecrets(schema: unknown): boolean {
  return isObject(schema) && MARK.test(JSON.stringify(schema));
}

// A reference to another document counts as a mark, because other documents are never read.
function isMarked({ schema, unread }: Applied): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true || unread !== undefined;
}

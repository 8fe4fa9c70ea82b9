import type { Located } from '../schema/resources.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { Applied, SchemaReader } from '../schema/schemaReader.ts';
import { inPlace, propertyIn } from '../schema/appliedSchemas.ts';

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
  const located = readParameter(form, name);
  return located === undefined ? leavesOf(value) : secretsIn(form, located, value);
}

/** Returns the schemas of a parameter; undefined if the schema is unusable or part of it is in another document. */
function readParameter(form: SchemaReader, name: string): readonly Located[] | undefined {
  if (form.unusable !== undefined) return undefined;
  const parts = form.reach([form.root], inPlace);
  return parts.some(({ unread }) => unread !== undefined) ? undefined : propertyIn(parts, name).located;
}

function secretsIn(
  form: SchemaReader,
  located: readonly Located[],
  value: unknown,
): readonly (string | number)[] {
  if (!isSecret(form, located)) return [];
  const parts = form.reach(located, inPlace);
  if (!isObject(value) || parts.some(isMarked)) return leavesOf(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    secretsIn(form, propertyIn(parts, key).located, inner),
  );
}

function leavesOf(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** A quick check that is false only if a schema cannot mark secrets, so that it need not be compiled. */
export function mayMarkSecrets(schema: unknown): boolean {
  return isObject(schema) && MARK.test(JSON.stringify(schema));
}

// A reference to another document counts as a mark, because other documents are never read.
function isMarked({ schema, unread }: Applied): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true || unread !== undefined;
}

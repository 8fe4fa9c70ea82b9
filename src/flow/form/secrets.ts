import type { Located } from '../schema/resources.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import type { Applied, SchemaReader } from '../schema/schemaReader.ts';
import { propertyIn } from '../schema/appliedSchemas.ts';

/** Results by subschema, since forms are described again at every keystroke. */
const known = new WeakMap<object, boolean>();

/**
 * True if subschemas mark a value, or anything within it, as a password or `writeOnly`. A mark in one alternative
 * applies to all, since the value may match none.
 */
export function isSecret(form: SchemaReader, located: readonly Located[]): boolean {
  return located.some(item => {
    const { schema } = item;
    if (!isObject(schema)) return false;
    const verdict = known.get(schema) ?? form.reach([item], Object.values).some(isMarked);
    known.set(schema, verdict);
    return verdict;
  });
}

/** True if the schema marks the parameter, or anything within it, as secret; also true for an unusable schema. */
export function isSecretParameter(form: SchemaReader, name: string): boolean {
  if (form.unusable !== undefined) return true;
  const parts = form.reach([form.root], inPlace);
  return parts.some(({ unread }) => unread !== undefined) || isSecret(form, propertyIn(parts, name).located);
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** Returns the subschemas that apply to the same value. */
function inPlace(schema: JsonObject): readonly unknown[] {
  const dependent = [schema['dependentSchemas'], schema['dependencies']].filter(isObject);
  return [
    ...IN_PLACE.map(keyword => schema[keyword]),
    ...dependent.flatMap(schemas => Object.values(schemas)),
  ];
}

// Another document, which is never read, can mark it too.
function isMarked({ schema, unread }: Applied): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true || unread !== undefined;
}

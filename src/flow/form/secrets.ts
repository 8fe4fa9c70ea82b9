import type { SchemaObject } from '../schema/subschemas.ts';
import type { Located } from '../schema/resources.ts';
import { isObject } from '../../util/isObject.ts';
import type { FormSchema } from './formSchema.ts';
import { propertyIn } from './schemaQueries.ts';

/** Results by subschema, since forms are described again at every keystroke. */
const known = new WeakMap<object, boolean>();

/**
 * True if subschemas mark a value, or anything within it, as a password or `writeOnly`. A mark in one alternative
 * applies to all, since the value may match none.
 */
export function isSecret(form: FormSchema, located: readonly Located[]): boolean {
  return located.some(item => {
    const { schema } = item;
    if (!isObject(schema)) return false;
    const verdict = known.get(schema) ?? form.reach([item], Object.values).some(isMarked);
    known.set(schema, verdict);
    return verdict;
  });
}

/** True if the schema marks the parameter, or anything within it, as secret; also true for an unusable schema. */
export function isSecretParameter(form: FormSchema, name: string): boolean {
  if (form.unusable !== undefined) return true;
  return isSecret(form, propertyIn(form.reach([form.root], inPlace), name).located);
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** Returns the subschemas that apply to the same value. */
function inPlace(schema: SchemaObject): readonly unknown[] {
  const dependent = [schema['dependentSchemas'], schema['dependencies']].filter(isObject);
  return [
    ...IN_PLACE.map(keyword => schema[keyword]),
    ...dependent.flatMap(schemas => Object.values(schemas)),
  ];
}

function isMarked({ schema }: { readonly schema: SchemaObject }): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true;
}

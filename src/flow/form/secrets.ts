import type { SchemaObject } from '../language/subschemas.ts';
import type { Located } from '../schema/resources.ts';
import { isObject } from '../../util/isObject.ts';
import type { FormSchema } from './formSchema.ts';
import { propertyIn } from './traits.ts';

/** Verdicts by the subschema, since forms are described anew with every key. */
const known = new WeakMap<object, boolean>();

/**
 * Whether subschemas mark a value, or anything within it, as a password or as only written; what they say of some of
 * its forms counts for all, since a value may be there that fits none.
 */
export function isSecret(form: FormSchema, located: readonly Located[]): boolean {
  return located.some(one => {
    const { schema } = one;
    if (!isObject(schema)) return false;
    const verdict = known.get(schema) ?? form.reach([one], Object.values).some(isMarked);
    known.set(schema, verdict);
    return verdict;
  });
}

/** The same for the parameter of a name; of a schema that cannot be used nothing is known to be harmless. */
export function isSecretParameter(form: FormSchema, name: string): boolean {
  if (form.unusable !== undefined) return true;
  return isSecret(form, propertyIn(form.reach([form.root], inPlace), name).located);
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** The subschemas that speak of the same value. */
function inPlace(schema: SchemaObject): readonly unknown[] {
  const dependent = [schema['dependentSchemas'], schema['dependencies']].filter(isObject);
  return [...IN_PLACE.map(keyword => schema[keyword]), ...dependent.flatMap(one => Object.values(one))];
}

function isMarked({ schema }: { readonly schema: SchemaObject }): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true;
}

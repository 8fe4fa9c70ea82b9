import { isObject } from '../util/isObject.ts';
import type { CatalogueAction } from './catalogue.ts';
import { FormSchema } from './form/formSchema.ts';
import { isSecretParameter } from './form/secrets.ts';

/** Stands for a value that is not kept: an expression, which checks take for any value. */
const NOT_KEPT = '{{not kept}}';

/**
 * An action as it may be kept in a file: parameters that its schema marks as a password or as only written are
 * replaced. One that has none is answered as it is.
 */
export function keptAction<A extends CatalogueAction>(action: A): A {
  const { params, paramsSchema } = action;
  if (!isObject(params) || !mayMark(paramsSchema)) return action;
  const form = new FormSchema(paramsSchema);
  const entries = Object.entries(params);
  if (!entries.some(([name]) => isSecretParameter(form, name))) return action;
  const kept = entries.map(([name, value]) => [name, isSecretParameter(form, name) ? NOT_KEPT : value]);
  return { ...action, params: Object.fromEntries(kept) as unknown };
}

// Most schemas have no such word anywhere, and need not be made ready for the question.
function mayMark(schema: unknown): boolean {
  return isObject(schema) && /"(?:password|writeOnly)"/.test(JSON.stringify(schema));
}

import { isObject } from '../../util/isObject.ts';
import type { CatalogAction } from '../catalog.ts';
import { SchemaReader } from '../schema/schemaReader.ts';
import { isSecretParameter, mayMarkSecrets } from '../secrets/markedSecrets.ts';

/** A placeholder for an omitted value. Checks accept an expression wherever any value is expected. */
const NOT_KEPT = '{{not kept}}';

/**
 * Returns an action in the form that may be stored in a file: parameters marked by its schema as a password or
 * `writeOnly` are replaced by a placeholder. Returns an action without any unchanged.
 */
export function keptAction<A extends CatalogAction>(action: A): A {
  const { params, paramsSchema } = action;
  if (!isObject(params) || !mayMarkSecrets(paramsSchema)) return action;
  const form = new SchemaReader(paramsSchema);
  const entries = Object.entries(params);
  if (!entries.some(([name]) => isSecretParameter(form, name))) return action;
  const kept = entries.map(([name, value]) => [name, isSecretParameter(form, name) ? NOT_KEPT : value]);
  return { ...action, params: Object.fromEntries(kept) as unknown };
}

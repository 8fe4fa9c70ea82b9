import type { CatalogueAction } from '../catalogue.ts';
import { isObject } from '../../util/isObject.ts';
import { without } from '../../util/without.ts';
import { FormSchemas } from './formSchemas.ts';
import { startValue } from './startValue.ts';

/** A step to begin with. */
// A type, since it is taken for any record.
export type StartedStep = {
  readonly actionId: string;
  readonly overrides?: { readonly params: Readonly<Record<string, unknown>> };
};

/**
 * A step for an action with the parameters that it needs and does not set itself; its position is given by where
 * it is put.
 */
export function newStep(
  { id, params: inherited, paramsSchema }: CatalogueAction,
  forms = new FormSchemas(),
): StartedStep {
  const form = forms.get(paramsSchema);
  const start = form.unusable === undefined ? startValue(form, [form.root]) : undefined;
  const needed = isObject(start) ? without(start, Object.keys(isObject(inherited) ? inherited : {})) : {};
  return { actionId: id, ...(Object.keys(needed).length > 0 ? { overrides: { params: needed } } : {}) };
}

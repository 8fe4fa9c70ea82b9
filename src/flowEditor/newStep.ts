import type { CatalogueAction } from '../flow/catalogue.ts';
import type { NewStep } from '../flow/edit/gesture.ts';
import { FormSchema } from '../flow/form/formSchema.ts';
import { startValue } from '../flow/form/startValue.ts';
import { isObject } from '../util/isObject.ts';
import { without } from '../util/without.ts';

/**
 * A step for an action with the parameters that it needs and does not set itself; its position is given by where
 * it is put.
 */
export function newStep({ id, params: inherited, paramsSchema }: CatalogueAction): NewStep {
  const form = new FormSchema(paramsSchema ?? undefined);
  const start = form.unusable === undefined ? startValue(form, [form.root]) : undefined;
  const needed = isObject(start) ? without(start, Object.keys(isObject(inherited) ? inherited : {})) : {};
  return { actionId: id, ...(Object.keys(needed).length > 0 ? { overrides: { params: needed } } : {}) };
}

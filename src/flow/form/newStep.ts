import { actionParams, type CatalogAction } from '../catalog.ts';
import { isObject, without } from '../../util/isObject.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { type Fill, startValue } from './startValue.ts';

// A type instead of an interface, to be assignable to records.
export type StartedStep = {
  readonly actionId: string;
  readonly overrides?: { readonly params: Readonly<Record<string, unknown>> };
};

/**
 * Returns a step for an action, with the required parameters that the action does not set, as far as `fill` says. It
 * has no position, which depends on the target.
 */
export function newStep(action: CatalogAction, fill: Fill = 'absent'): StartedStep {
  const form = readerOf(action.paramsSchema);
  const start = form.unusable === undefined ? startValue(form, [form.root], { fill }) : undefined;
  const params = isObject(start) ? without(start, Object.keys(actionParams(action))) : {};
  return { actionId: action.id, ...(Object.keys(params).length > 0 ? { overrides: { params } } : {}) };
}

import type { CatalogAction } from '../catalog.ts';
import { isObject, without } from '../../util/isObject.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { type Fill, startValue } from './startValue.ts';

/** A new step. */
// A type instead of an interface, to be assignable to records.
export type StartedStep = {
  readonly actionId: string;
  readonly overrides?: { readonly params: Readonly<Record<string, unknown>> };
};

/**
 * Returns a step for an action, with the required parameters that the action does not set, as far as `fill` says. It
 * has no position, which depends on the target.
 */
export function newStep(
  { id, params: inherited, paramsSchema }: CatalogAction,
  fill: Fill = 'absent',
): StartedStep {
  const form = readerOf(paramsSchema);
  const start = form.unusable === undefined ? startValue(form, [form.root], { fill }) : undefined;
  const needed = isObject(start) ? without(start, Object.keys(isObject(inherited) ? inherited : {})) : {};
  return { actionId: id, ...(Object.keys(needed).length > 0 ? { overrides: { params: needed } } : {}) };
}

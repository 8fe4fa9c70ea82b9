import { actionParams, type CatalogAction } from '../catalog.ts';
import { isObject, without } from '../../util/isObject.ts';
import { propertyIn, requiredIn } from '../schema/appliedSchemas.ts';
import { readerOf, type SchemaReader } from '../schema/schemaReader.ts';
import { type Fill, startValue } from './startValue.ts';

// A type instead of an interface, to be assignable to records.
export type StartedStep = {
  readonly actionId: string;
  readonly overrides?: { readonly params: Readonly<Record<string, unknown>> };
};

/**
 * Returns a step for an action, with the required parameters that the action does not set, as far as `fill` says. Of
 * `known` it takes the values of required parameters that accept only some values. It has no position, which depends on
 * the target.
 */
export function newStep(
  action: CatalogAction,
  fill: Fill = 'absent',
  known: Readonly<Record<string, unknown>> = {},
): StartedStep {
  const form = readerOf(action.paramsSchema);
  const start = form.unusable === undefined ? startValue(form, [form.root], { fill }) : undefined;
  const fitting = form.unusable === undefined ? fittingValues(form, known) : {};
  const all = isObject(start) ? { ...fitting, ...start } : fitting;
  const params = without(all, Object.keys(actionParams(action)));
  return { actionId: action.id, ...(Object.keys(params).length > 0 ? { overrides: { params } } : {}) };
}

/** Returns the values that required parameters accept, unless these accept any value. */
function fittingValues(
  form: SchemaReader,
  known: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { parts } = form.read([form.root], undefined);
  const required = requiredIn(parts, {});
  const entries = Object.entries(known).filter(([name, value]) => {
    const { located } = propertyIn(parts, name);
    return required.has(name) && form.accepts(located, value) && !form.accepts(located, '');
  });
  return Object.fromEntries(entries);
}

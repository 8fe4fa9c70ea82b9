import type { CatalogueAction } from '../catalogue.ts';
import { isObject } from '../../util/isObject.ts';
import { valueSnippet } from './completionItem.ts';
import { sampleValue } from './sampleValue.ts';
import { schemasAt } from './subschemas.ts';

/** An entry for an action with the parameters that it needs and does not set itself. */
export function newEntry(action: CatalogueAction, position: number): Readonly<Record<string, unknown>> {
  const own = isObject(action.params) ? action.params : {};
  const schemas = schemasAt(action.paramsSchema, [], own);
  const sample = sampleValue(action.paramsSchema, schemas);
  const needed = Object.entries(isObject(sample) ? sample : {}).filter(([name]) => !Object.hasOwn(own, name));
  const params = Object.fromEntries(needed);
  return {
    actionId: action.id,
    position,
    ...(needed.length > 0 ? { overrides: { params } } : {}),
  };
}

/** The same as a snippet. */
export function entrySnippet(action: CatalogueAction, position: number): string {
  return valueSnippet(newEntry(action, position));
}

import { isObject } from '../../util/isObject.ts';
import type { CatalogueAction, FlowCatalogue } from '../catalogue.ts';
import type { EntryModel, PlainObject } from '../document/entryModel.ts';
import { childSchema, entrySchema } from '../envelopeSchema.ts';
import type { SchemaCache } from './schemaCache.ts';
import { areInOrder } from './siblings.ts';

/** Template expressions, which are told of by their places, also where their braces are written as escape sequences. */
const EXPRESSION = /\{\{|\\u007b/i;

/** Whether nothing is to be said of an entry; false also where that takes a closer look. */
export function isPlainlyRight(entry: EntryModel, catalogue: FlowCatalogue, schemas: SchemaCache): boolean {
  if (EXPRESSION.test(entry.text)) return false;
  const value = entry.plain;
  if (!value || !isRightStep(value, entrySchema, catalogue, schemas)) return false;
  const { children } = value;
  if (!Array.isArray(children)) return true;
  const steps = (children as unknown[]).filter(isObject);
  return (
    steps.every(step => !('children' in step) && isRightStep(step, childSchema, catalogue, schemas)) &&
    areInOrder(steps.map(({ position }) => position))
  );
}

/** The parameters that a step runs with: its own laid over those of its action. */
export function effectiveParams(action: CatalogueAction, own: PlainObject | undefined): PlainObject {
  return { ...(isObject(action.params) ? action.params : {}), ...own };
}

function isRightStep(
  step: PlainObject,
  form: typeof entrySchema | typeof childSchema,
  catalogue: FlowCatalogue,
  schemas: SchemaCache,
): boolean {
  if (!schemas.get(form).fits(step)) return false;
  const action = catalogue.action(String(step['actionId']));
  if (!action) return !catalogue.complete;
  const overrides = step['overrides'];
  const own = isObject(overrides) && isObject(overrides['params']) ? overrides['params'] : undefined;
  return schemas.get(action.paramsSchema ?? true).fits(effectiveParams(action, own), { templates: true });
}

import { type LostNumber, lostNumberIn } from '../../util/exactJson.ts';
import { isObject, listOf } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { actionParams, type CatalogAction, type FlowCatalog } from '../catalog.ts';
import type { EntryModel, PlainObject } from '../document/entryModel.ts';
import { areInOrder } from '../document/runOrder.ts';
import { childSchema, entrySchema } from '../envelopeSchema.ts';
import type { SchemaCache } from './schemaCache.ts';
import { hasUnknownReference } from './unknownReferences.ts';

/** Matches expressions, also with escaped braces. Their problems are reported by offset, which needs the full check. */
const EXPRESSION = /\{\{|\\u007b/i;

/** True if an entry certainly has no problems; false if only the full check can tell. */
export function passesQuickCheck(entry: EntryModel, catalog: FlowCatalog, schemas: SchemaCache): boolean {
  if (EXPRESSION.test(entry.text)) return false;
  const value = entry.plain;
  if (!value || !isRightStep(value, entrySchema, catalog, schemas)) return false;
  const steps = listOf(value['children']).filter(isObject);
  return (
    steps.every(step => !('children' in step) && isRightStep(step, childSchema, catalog, schemas)) &&
    areInOrder(steps.map(({ position }) => position))
  );
}

/** Returns the parameters that a step runs with: its own, merged over those of its action. */
export function mergeParams(action: CatalogAction, ownParams: PlainObject | undefined): PlainObject {
  return { ...actionParams(action), ...ownParams };
}

/** A parameter of an action with a number that JSON parsing would change. */
interface LostParam {
  readonly name: string;
  readonly number: LostNumber;
}

/** Returns a parameter that a step inherits from its action and that contains a lost number. */
export function findLostParam(
  action: CatalogAction,
  ownParams: PlainObject | undefined,
): LostParam | undefined {
  return lostParamsOf(action).find(({ name }) => !(ownParams && Object.hasOwn(ownParams, name)));
}

// Many steps inherit the parameters of the same action.
const lostParamsOf = memoize((action: CatalogAction): readonly LostParam[] =>
  Object.entries(actionParams(action)).flatMap(([name, value]) => {
    const number = lostNumberIn(value);
    return number ? { name, number } : [];
  }),
);

function isRightStep(
  step: PlainObject,
  form: typeof entrySchema | typeof childSchema,
  catalog: FlowCatalog,
  schemas: SchemaCache,
): boolean {
  if (!schemas.get(form).fits(step)) return false;
  const action = catalog.action(String(step['actionId']));
  const overrides = step['overrides'];
  const ownParams = isObject(overrides) && isObject(overrides['params']) ? overrides['params'] : undefined;
  if (!action) return !catalog.isComplete && !hasUnknownReference(ownParams, catalog);
  if (findLostParam(action, ownParams) || hasUnknownReference(ownParams, catalog)) return false;
  const checker = schemas.get(action.paramsSchema ?? true);
  return checker.unchecked === undefined && checker.fits(mergeParams(action, ownParams), { templates: true });
}

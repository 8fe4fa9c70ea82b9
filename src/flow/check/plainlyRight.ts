import { type LostNumber, lostNumberIn } from '../../util/exactJson.ts';
import { isObject } from '../../util/isObject.ts';
import type { CatalogueAction, FlowCatalogue, KnownThings } from '../catalogue.ts';
import type { EntryModel, PlainObject } from '../document/entryModel.ts';
import type { Skeleton } from '../document/flowDocument.ts';
import { childSchema, entrySchema, settingsSchema } from '../envelopeSchema.ts';
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

/** Settings of which some are without effect beside others. */
const MAYBE_UNUSED = [
  'notifyOnSuccess',
  'notifyOnFailure',
  'notifyWebhookId',
  'cooldownScope',
  'selfHealingMaxAttempts',
] as const;

/** Whether nothing is to be said of the settings of a flow; false also where that takes a closer look. */
export function areSettingsRight(
  skeleton: Skeleton,
  catalogue: FlowCatalogue,
  schemas: SchemaCache,
): boolean {
  const value = skeleton.plain;
  if (!value || !schemas.get(settingsSchema).fits(value)) return false;
  if (MAYBE_UNUSED.some(name => name in value)) return false;
  const isKnown = (things: KnownThings, id: unknown): boolean => things?.some(one => one.id === id) ?? true;
  const devices = Array.isArray(value['deviceIds']) ? (value['deviceIds'] as unknown[]) : [];
  return (
    isKnown(catalogue.triggers, value['triggerId']) &&
    devices.every(id => isKnown(catalogue.devices, id)) &&
    new Set(devices).size === devices.length
  );
}

/** The parameters that a step runs with: its own laid over those of its action. */
export function effectiveParams(action: CatalogueAction, own: PlainObject | undefined): PlainObject {
  return { ...(isObject(action.params) ? action.params : {}), ...own };
}

/** A parameter of an action that holds a lost number. */
interface LostParam {
  readonly name: string;
  readonly number: LostNumber;
}

const lostParams = new WeakMap<CatalogueAction, readonly LostParam[]>();

/** A parameter that a step takes over from its action and that holds a lost number. */
export function lostParam(action: CatalogueAction, own: PlainObject | undefined): LostParam | undefined {
  return lostParamsOf(action).find(({ name }) => !(own && Object.hasOwn(own, name)));
}

// Many steps take over the parameters of the same action.
function lostParamsOf(action: CatalogueAction): readonly LostParam[] {
  const known = lostParams.get(action);
  if (known) return known;
  const all = isObject(action.params) ? Object.entries(action.params) : [];
  const found = all.flatMap(([name, value]) => {
    const number = lostNumberIn(value);
    return number ? { name, number } : [];
  });
  lostParams.set(action, found);
  return found;
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
  if (lostParam(action, own)) return false;
  return schemas.get(action.paramsSchema ?? true).fits(effectiveParams(action, own), { templates: true });
}

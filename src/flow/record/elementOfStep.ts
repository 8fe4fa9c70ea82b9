import { actionParams, type CatalogAction, type FlowCatalog } from '../catalog.ts';
import { objectOf, type StepModel, textOf } from '../document/stepModel.ts';
import type { JsonObject } from '../../util/isObject.ts';
import { elementForms, elementIn, type NamedElement } from './elementParams.ts';

/** A step of a file with its action, the parameters that it overrides, and the element that it names, if it names one. */
interface StepElement {
  readonly action: CatalogAction;
  readonly own: JsonObject;
  readonly named: NamedElement | undefined;
}

/** Returns the element that a step of a file names; undefined if its action is not known. */
export function elementOfStep(
  step: StepModel | undefined,
  catalog: Pick<FlowCatalog, 'action'>,
): StepElement | undefined {
  const id = textOf(step?.actionId) ?? '';
  const action = catalog.action(id) ?? catalog.action(id.toLowerCase());
  if (!action) return undefined;
  const own = objectOf(step?.params) ?? {};
  return { action, own, named: elementIn(elementForms(action), { ...actionParams(action), ...own }) };
}

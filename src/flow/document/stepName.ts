import { isUuid } from '../../util/isUuid.ts';
import type { FlowCatalog } from '../catalog.ts';
import { unknownText } from '../referenceKind.ts';
import { type StepModel, textOf } from './stepModel.ts';
import { propertyOf } from './jsonTree.ts';

/** The actions that steps are named by. */
type NamedActions = Pick<FlowCatalog, 'action'> & Partial<Pick<FlowCatalog, 'isComplete'>>;

/** Returns the display name of a step: its own name or that of its action. */
export function stepName(step: StepModel, catalog: NamedActions): string {
  return nameOfStep(textOf(propertyOf(step.node, 'nameOverride')), textOf(step.actionId), catalog);
}

/** Returns the display name of a step with an own name and the ID of an action, if it has them. */
export function nameOfStep(own: string | undefined, id: string | undefined, catalog: NamedActions): string {
  const name = own ?? (id === undefined ? '' : actionName(id, catalog));
  return name === '' ? 'Step without an action' : name;
}

/** Returns the display name of an action. An ID that the catalog does not have is abbreviated while it may be read. */
export function actionName(id: string, catalog: NamedActions): string {
  const name = catalog.action(id)?.name;
  if (name !== undefined || !isUuid(id)) return name ?? id;
  return catalog.isComplete === true ? unknownText('action') : `Action ${id.slice(0, 8)}`;
}

import type { FlowCatalog } from '../catalog.ts';
import { textOf } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { FormSchemas } from '../form/formSchemas.ts';
import { newStep } from '../form/newStep.ts';
import { startsAt } from '../form/startsAt.ts';
import type { PathSegment } from '../template.ts';
import type { FlowLocation } from './flowLocation.ts';
import { describePlace } from './stepSchema.ts';

/** Returns initial values at a location, one per alternative, the first alternative first. */
export function startsHere(
  document: FlowDocument,
  location: FlowLocation,
  path: readonly PathSegment[],
  catalog: FlowCatalog,
  forms: FormSchemas,
): readonly unknown[] {
  const [name, inner] = path;
  if (!location.step && path.length === 1 && name === 'actions') return [[]];
  if (location.step && name === 'overrides' && path.length <= 2) {
    const action = catalog.action(textOf(location.step.actionId) ?? '');
    const overrides = (action && newStep(action, forms).overrides) ?? { params: {} };
    return [inner === undefined ? overrides : overrides.params];
  }
  const described = describePlace(document, { ...location, path }, catalog);
  return startsAt(forms.get(described.schema), described.path, described.value);
}

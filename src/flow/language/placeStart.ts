import type { FlowCatalog } from '../catalog.ts';
import { textOf } from '../document/stepModel.ts';
import { newStep } from '../form/newStep.ts';
import { startsAt, type SchemaLocation } from '../form/schemasAt.ts';
import type { Fill } from '../form/startValue.ts';
import type { PathSegment } from '../template.ts';
import type { FlowLocation } from './flowLocation.ts';

/** Returns initial values at a location, one per alternative, the first alternative first. */
export function startsHere(
  described: SchemaLocation,
  location: FlowLocation,
  catalog: FlowCatalog,
  fill: Fill = 'empty',
): readonly unknown[] {
  const start = stepStart(location.path, location, catalog, fill);
  return start === undefined ? startsAt(described, fill) : [start];
}

/** Returns the initial value of a part of a flow that depends on an action or has its own format. */
export function stepStart(
  path: readonly PathSegment[],
  { step }: FlowLocation,
  catalog: FlowCatalog,
  fill: Fill = 'empty',
): unknown {
  const [name, inner] = path;
  if (!step) return path.length === 1 && name === 'actions' ? [] : undefined;
  if (name !== 'overrides' || path.length > 2) return undefined;
  const action = catalog.action(textOf(step.actionId) ?? '');
  const overrides = (action && newStep(action, fill).overrides) ?? { params: {} };
  return inner === undefined ? overrides : overrides.params;
}

import type { CatalogAction, FlowCatalog } from '../catalog.ts';
import { textOf } from '../document/entryModel.ts';
import { valueOf } from '../document/jsonTree.ts';
import { childSchema, entrySchema, settingsSchema } from '../envelopeSchema.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { PathSegment } from '../template.ts';
import type { FlowLocation } from './flowLocation.ts';

/** The schema for a location, the path from its root to the location, and the value at its root. */
export interface DescribedPlace {
  readonly schema: unknown;
  readonly path: readonly PathSegment[];
  readonly value: unknown;
  /** The action whose parameters contain the location. */
  readonly action: CatalogAction | undefined;
}

/** Returns the schema for a location: that of an action's parameters, an entry or the flow. */
export function describePlace(
  document: FlowDocument,
  location: FlowLocation,
  catalog: FlowCatalog,
): DescribedPlace {
  const { step, path } = location;
  if (!step) {
    const { root } = document.envelope;
    return { schema: settingsSchema, path, value: root && valueOf(root), action: undefined };
  }
  const value = valueOf(step.node);
  if (path[0] === 'overrides' && path[1] === 'params' && path.length > 2) {
    const action = catalog.action(textOf(step.actionId) ?? '');
    const params = step.params ? valueOf(step.params) : {};
    const own = isObject(action?.params) ? action.params : {};
    const effective = { ...own, ...(isObject(params) ? params : {}) };
    return { schema: action?.paramsSchema, path: path.slice(2), value: effective, action };
  }
  return { schema: location.isChild ? childSchema : entrySchema, path, value, action: undefined };
}

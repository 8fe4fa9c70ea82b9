import { actionParams, type CatalogAction, type FlowCatalog } from '../catalog.ts';
import { textOf } from '../document/stepModel.ts';
import { valueOf } from '../document/jsonTree.ts';
import { childSchema, entrySchema, settingsSchema } from '../envelopeSchema.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { SchemaLocation } from '../form/schemasAt.ts';
import { readerOf } from '../schema/schemaReader.ts';
import type { FlowLocation } from './flowLocation.ts';

/** The location of a value in its schema. */
export interface DescribedPlace extends SchemaLocation {
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
    const { root } = document;
    return { reader: readerOf(settingsSchema), path, value: root && valueOf(root), action: undefined };
  }
  const value = valueOf(step.node);
  if (path[0] === 'overrides' && path[1] === 'params' && path.length > 2) {
    const action = catalog.action(textOf(step.actionId) ?? '');
    const params = step.params ? valueOf(step.params) : {};
    const effective = { ...actionParams(action), ...(isObject(params) ? params : {}) };
    return { reader: readerOf(action?.paramsSchema), path: path.slice(2), value: effective, action };
  }
  const reader = readerOf(location.isChild ? childSchema : entrySchema);
  return { reader, path, value, action: undefined };
}

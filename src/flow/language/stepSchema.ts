import type { CatalogueAction, FlowCatalogue } from '../catalogue.ts';
import { textOf } from '../document/entryModel.ts';
import { valueOf } from '../document/jsonTree.ts';
import { childSchema, entrySchema, settingsSchema } from '../envelopeSchema.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { PathSegment } from '../template.ts';
import type { FlowPlace } from './place.ts';

/** The schema that describes a place, the path below it, and the value that it describes as a whole. */
export interface DescribedPlace {
  readonly schema: unknown;
  readonly path: readonly PathSegment[];
  readonly value: unknown;
  /** The action whose parameters the place belongs to. */
  readonly action: CatalogueAction | undefined;
}

/** What describes a place: the schema of an action's parameters, of an entry, or of the flow. */
export function describePlace(
  document: FlowDocument,
  place: FlowPlace,
  catalogue: FlowCatalogue,
): DescribedPlace {
  const { step, path } = place;
  if (!step) {
    const { root } = document.skeleton;
    return { schema: settingsSchema, path, value: root && valueOf(root), action: undefined };
  }
  const value = valueOf(step.node);
  if (path[0] === 'overrides' && path[1] === 'params' && path.length > 2) {
    const action = catalogue.action(textOf(step.actionId) ?? '');
    const params = step.params ? valueOf(step.params) : {};
    const own = isObject(action?.params) ? action.params : {};
    const effective = { ...own, ...(isObject(params) ? params : {}) };
    return { schema: action?.paramsSchema, path: path.slice(2), value: effective, action };
  }
  return { schema: place.isChild ? childSchema : entrySchema, path, value, action: undefined };
}

import { memoize } from '../util/once.ts';
import type { FlowCatalog, KnownReferences, NamedReference } from './catalog.ts';
import type { ReferenceKind } from './referenceKind.ts';

/** Returns the resources of a kind that a catalog knows, except actions, which are only found by ID. */
export function referencesOfKind(kind: ReferenceKind, catalog: FlowCatalog): KnownReferences {
  const lists = {
    mailbox: catalog.mailboxes,
    device: catalog.devices,
    trigger: catalog.triggers,
    webhook: catalog.webhooks,
    app: catalog.apps,
    action: undefined,
  };
  return lists[kind];
}

/** Returns the resource with an ID, if a catalog knows it. */
export function findNamedReference(
  kind: ReferenceKind,
  id: unknown,
  catalog: FlowCatalog,
): NamedReference | undefined {
  if (typeof id !== 'string') return undefined;
  if (kind === 'action') {
    const action = catalog.action(id);
    return action && { id, name: action.name, detail: action.service };
  }
  const known = referencesOfKind(kind, catalog);
  return known && byId(known).get(id);
}

// Every ID of a flow is looked up each time the flow is checked and shown.
const byId = memoize(
  (references: readonly NamedReference[]): ReadonlyMap<string, NamedReference> =>
    new Map(references.map(reference => [reference.id, reference])),
);

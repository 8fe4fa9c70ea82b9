import type { FlowCatalog, KnownReferences } from './catalog.ts';
import type { PathSegment } from './template.ts';

/** The kinds of resources that parameters can reference by ID. */
export type ReferenceKind = 'mailbox' | 'device' | 'trigger' | 'webhook';

const KINDS: readonly ReferenceKind[] = ['mailbox', 'device', 'trigger', 'webhook'];

/**
 * Returns the kind of the resource that a parameter references, from its property name, such as `mailboxId` or
 * `deviceIds`.
 */
export function referenceKindAt(path: readonly PathSegment[]): ReferenceKind | undefined {
  const name = path.findLast(segment => typeof segment === 'string') ?? '';
  const [, word = ''] = /([a-z]+)_?ids?$/i.exec(name) ?? [];
  return KINDS.find(kind => word.toLowerCase().endsWith(kind));
}

/** Returns the resources of a kind that a catalog knows. */
export function referencesOfKind(kind: ReferenceKind, catalog: FlowCatalog): KnownReferences {
  const things = {
    mailbox: catalog.mailboxes,
    device: catalog.devices,
    trigger: catalog.triggers,
    webhook: catalog.webhooks,
  };
  return things[kind];
}

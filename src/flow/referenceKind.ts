import type { FlowCatalogue, KnownReferences } from './catalogue.ts';
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
export function referencesOfKind(kind: ReferenceKind, catalogue: FlowCatalogue): KnownReferences {
  const things = {
    mailbox: catalogue.mailboxes,
    device: catalogue.devices,
    trigger: catalogue.triggers,
    webhook: catalogue.webhooks,
  };
  return things[kind];
}

import type { FlowCatalogue, KnownThings } from './catalogue.ts';
import type { PathSegment } from './template.ts';

/** The kinds of resources that parameters can reference by ID. */
export type ThingKind = 'mailbox' | 'device' | 'trigger' | 'webhook';

const KINDS: readonly ThingKind[] = ['mailbox', 'device', 'trigger', 'webhook'];

/**
 * Returns the kind of the resource that a parameter references, from its property name, such as `mailboxId` or
 * `deviceIds`.
 */
export function thingKindAt(path: readonly PathSegment[]): ThingKind | undefined {
  const name = path.findLast(segment => typeof segment === 'string') ?? '';
  const [, word = ''] = /([a-z]+)_?ids?$/i.exec(name) ?? [];
  return KINDS.find(kind => word.toLowerCase().endsWith(kind));
}

/** Returns the resources of a kind that a catalog knows. */
export function thingsOfKind(kind: ThingKind, catalogue: FlowCatalogue): KnownThings {
  const things = {
    mailbox: catalogue.mailboxes,
    device: catalogue.devices,
    trigger: catalogue.triggers,
    webhook: catalogue.webhooks,
  };
  return things[kind];
}

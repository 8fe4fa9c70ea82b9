import type { FlowCatalogue, KnownThings } from './catalogue.ts';
import type { PathSegment } from './template.ts';

/** What a parameter that holds an id can name. */
export type ThingKind = 'mailbox' | 'device' | 'trigger' | 'webhook';

const KINDS: readonly ThingKind[] = ['mailbox', 'device', 'trigger', 'webhook'];

/** What an id at a path of parameters names, by the name of its property, such as `mailboxId` or `deviceIds`. */
export function thingKindAt(path: readonly PathSegment[]): ThingKind | undefined {
  const name = path.findLast(segment => typeof segment === 'string') ?? '';
  const [, word = ''] = /([a-z]+)_?ids?$/i.exec(name) ?? [];
  return KINDS.find(kind => word.toLowerCase().endsWith(kind));
}

/** The things of a kind that a catalogue knows. */
export function thingsOfKind(kind: ThingKind, catalogue: FlowCatalogue): KnownThings {
  const things = {
    mailbox: catalogue.mailboxes,
    device: catalogue.devices,
    trigger: catalogue.triggers,
    webhook: catalogue.webhooks,
  };
  return things[kind];
}

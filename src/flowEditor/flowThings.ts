import type { KnownThings } from '../flow/catalogue.ts';
import type { ThingKind } from '../flow/thingKind.ts';
import type { NamedThing } from '../protocol/flowEditor.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { WebhookStore } from '../stores/webhookStore.ts';

/** A setting that references records by id. */
export type ThingField = 'triggerId' | 'deviceIds' | 'notifyWebhookId';

/** The picker titles. */
export const THING_TITLES: Readonly<Record<ThingField, string>> = {
  triggerId: 'Trigger of the Flow',
  deviceIds: 'Devices of the Flow',
  notifyWebhookId: 'Webhook for Notifications',
};

/** The stores that supply the names and states of referenced records. */
export interface ThingSources {
  readonly catalogue: CatalogueStore;
  readonly devices: DeviceStore;
  readonly webhooks: WebhookStore;
}

/**
 * Returns the known records for a setting: those of the stores with their states, then those only the catalog lists.
 */
export function knownThings(field: ThingField, sources: ThingSources): readonly NamedThing[] {
  const { catalogue, devices, webhooks } = sources;
  switch (field) {
    case 'triggerId':
      return named(catalogue.catalogue.triggers);
    case 'deviceIds': {
      const listed = devices.state.items.map(({ id, name, state }) => ({
        id,
        name: name ?? undefined,
        state: state ?? undefined,
      }));
      return joined(listed, named(catalogue.catalogue.devices));
    }
    case 'notifyWebhookId': {
      const listed = webhooks.state.items.map(({ id, url, description, state }) => ({
        id,
        name: description || hostOf(url),
        state: state?.toLowerCase(),
      }));
      const others = (catalogue.catalogue.webhooks ?? []).map(({ id, name }) => ({ id, name: hostOf(name) }));
      return joined(listed, named(others));
    }
  }
}

/** Returns the known records of a kind that a parameter can reference. */
export function thingsOf(kind: ThingKind, sources: ThingSources): readonly NamedThing[] {
  switch (kind) {
    case 'mailbox':
      return named(sources.catalogue.catalogue.mailboxes);
    case 'device':
      return knownThings('deviceIds', sources);
    case 'trigger':
      return knownThings('triggerId', sources);
    case 'webhook':
      return knownThings('notifyWebhookId', sources);
  }
}

/** Returns the record with an id, without name and state if it is unknown; undefined if the id is no string. */
export function thingOf(id: unknown, known: readonly NamedThing[]): NamedThing | undefined {
  if (typeof id !== 'string') return undefined;
  return known.find(one => one.id === id) ?? { id, name: undefined, state: undefined };
}

function named(things: KnownThings): readonly NamedThing[] {
  return (things ?? []).map(({ id, name }) => ({ id, name, state: undefined }));
}

function joined(first: readonly NamedThing[], second: readonly NamedThing[]): readonly NamedThing[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))];
}

// The rest of the URL may contain a secret, which must never reach a webview.
function hostOf(address: string): string {
  return URL.parse(address)?.host ?? 'Webhook';
}

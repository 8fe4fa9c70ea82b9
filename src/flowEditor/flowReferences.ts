import type { KnownReferences } from '../flow/catalog.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import type { ReferenceKind } from '../flow/referenceKind.ts';
import type { ReferenceItem } from '../protocol/flowEditor.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { WebhookStore } from '../stores/webhookStore.ts';

/** A setting that references records by id. */
export type ReferenceField = 'triggerId' | 'deviceIds' | 'notifyWebhookId';

/** The picker titles. */
export const REFERENCE_TITLES: Readonly<Record<ReferenceField, string>> = {
  triggerId: 'Trigger of the Flow',
  deviceIds: 'Devices of the Flow',
  notifyWebhookId: 'Webhook for Notifications',
};

/** The stores that supply the names and states of referenced records. */
export interface ReferenceSources {
  readonly catalog: CatalogStore;
  readonly devices: DeviceStore;
  readonly webhooks: WebhookStore;
}

/**
 * Returns the known records for a setting: those of the stores with their states, then those only the catalog lists.
 */
export function knownReferences(field: ReferenceField, sources: ReferenceSources): readonly ReferenceItem[] {
  const { catalog, devices, webhooks } = sources;
  switch (field) {
    case 'triggerId':
      return named(catalog.catalog.triggers);
    case 'deviceIds': {
      const listed = devices.state.items.map(({ id, name, state }) => ({
        id,
        name: name ?? undefined,
        state: state ?? undefined,
      }));
      return joinReferences(listed, named(catalog.catalog.devices));
    }
    case 'notifyWebhookId': {
      const listed = webhooks.state.items.map(({ id, url, description, state }) => ({
        id,
        name: description || hostOf(url),
        state: state?.toLowerCase(),
      }));
      const others = (catalog.catalog.webhooks ?? []).map(({ id, name }) => ({ id, name: hostOf(name) }));
      return joinReferences(listed, named(others));
    }
  }
}

/** Returns the ids in a setting of a flow; values that are not strings are left out. */
export function settingIds({ envelope }: FlowDocument, field: ReferenceField): readonly string[] {
  const node = propertyOf(envelope.root, field);
  const values: readonly unknown[] =
    node?.type === 'array' ? (node.children ?? []).map(({ value }): unknown => value) : [node?.value];
  return values.filter(value => typeof value === 'string');
}

/** Returns the known records of a kind that a parameter can reference. */
export function referencesOf(kind: ReferenceKind, sources: ReferenceSources): readonly ReferenceItem[] {
  switch (kind) {
    case 'mailbox':
      return named(sources.catalog.catalog.mailboxes);
    case 'device':
      return knownReferences('deviceIds', sources);
    case 'trigger':
      return knownReferences('triggerId', sources);
    case 'webhook':
      return knownReferences('notifyWebhookId', sources);
  }
}

/** Returns the record with an id, without name and state if it is unknown; undefined if the id is no string. */
export function findReference(id: unknown, known: readonly ReferenceItem[]): ReferenceItem | undefined {
  if (typeof id !== 'string') return undefined;
  return known.find(reference => reference.id === id) ?? { id, name: undefined, state: undefined };
}

function named(references: KnownReferences): readonly ReferenceItem[] {
  return (references ?? []).map(({ id, name }) => ({ id, name, state: undefined }));
}

function joinReferences(
  first: readonly ReferenceItem[],
  second: readonly ReferenceItem[],
): readonly ReferenceItem[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))];
}

// The rest of the URL may contain a secret, which must never reach a webview.
function hostOf(address: string): string {
  return URL.parse(address)?.host ?? 'Webhook';
}

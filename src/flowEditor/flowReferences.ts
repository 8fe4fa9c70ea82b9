import type { NamedReference } from '../flow/catalog.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import { deviceReference, tellApart, webhookReference } from '../flow/namedReferences.ts';
import { referencesOfKind } from '../flow/findNamedReference.ts';
import { isListed, type ReferenceKind, unnamedText } from '../flow/referenceKind.ts';
import type { ReferenceItem } from '../protocol/flowEditor.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { WebhookStore } from '../stores/webhookStore.ts';
import { isUuid } from '../util/isUuid.ts';
import { deviceSummary } from '../wording/deviceLabels.ts';

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

/** The kind of the records that each setting references. */
const KINDS: Readonly<Record<ReferenceField, ReferenceKind>> = {
  triggerId: 'trigger',
  deviceIds: 'device',
  notifyWebhookId: 'webhook',
};

/** Returns the known records for a setting. */
export function knownReferences(field: ReferenceField, sources: ReferenceSources): readonly ReferenceItem[] {
  return referencesOf(KINDS[field], sources);
}

/** Returns the ids in a setting of a flow; values that are not strings are left out. */
export function settingIds({ root }: FlowDocument, field: ReferenceField): readonly string[] {
  const node = propertyOf(root, field);
  const values: readonly unknown[] =
    node?.type === 'array' ? (node.children ?? []).map(({ value }): unknown => value) : [node?.value];
  return values.filter(value => typeof value === 'string');
}

/**
 * Returns the known records of a kind: those of the stores with their states, then those only the catalog lists. Actions
 * have a picker of their own.
 */
export function referencesOf(kind: ReferenceKind, sources: ReferenceSources): readonly ReferenceItem[] {
  const live = liveReferences(kind, sources);
  const ids = new Set(live.map(({ id }) => id));
  const others = referencesOfKind(kind, sources.catalog.catalog) ?? [];
  const references = tellApart([...live, ...others.filter(({ id }) => !ids.has(id))]);
  return references.map(({ id, name, detail }) => ({ id, name, detail: detail || undefined }));
}

/** Returns the record with an id, without a name if the connection does not list it; undefined if the id is no string. */
export function findReference(
  id: unknown,
  field: ReferenceField,
  sources: ReferenceSources,
): ReferenceItem | undefined {
  if (typeof id !== 'string') return undefined;
  const known = knownReferences(field, sources).find(reference => reference.id === id);
  if (known) return known;
  const { catalog } = sources.catalog;
  const kind = KINDS[field];
  const isUnread = isUuid(id) && !isListed(kind, catalog);
  return { id, name: isUnread ? unnamedText(kind, id, catalog) : undefined, detail: undefined };
}

function liveReferences(
  kind: ReferenceKind,
  { devices, webhooks }: ReferenceSources,
): readonly NamedReference[] {
  if (kind === 'webhook') return webhooks.state.items.map(webhookReference);
  if (kind !== 'device') return [];
  return devices.state.items.map(device => ({ ...deviceReference(device), detail: deviceSummary(device) }));
}

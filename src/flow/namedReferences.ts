import { counted } from '../util/counted.ts';
import type { APP_PLATFORMS } from '../contract/enumerations.ts';
import type { MAILBOX_BILLING_MODES, MAILBOX_STATUSES } from '../contract/mailboxValues.ts';
import type { App } from '../contract/records/app.ts';
import type { Device } from '../contract/records/device.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import type { NamedReference } from './catalog.ts';
import { deviceName, deviceTypeLabel, mailboxName } from './recordNames.ts';

const PLATFORMS: Readonly<Record<(typeof APP_PLATFORMS)[number], string>> = {
  android: 'Android',
  ios: 'iOS',
};
const MAILBOX_STATES: Readonly<Record<(typeof MAILBOX_STATUSES)[number], string>> = {
  provisioning: 'being created',
  awaiting_payment: 'awaiting payment',
  active: '',
  cancel_scheduled: 'cancellation scheduled',
  archived: 'archived',
  billing_error: 'payment problem',
  pending_connection: 'waiting for consent',
  connection_expired: 'consent expired',
  connection_removed: 'connection removed',
};
const LABELS_BY_MAILBOX_STATE = new Map<string, string>(Object.entries(MAILBOX_STATES));
const BILLING: Readonly<Record<(typeof MAILBOX_BILLING_MODES)[number], string>> = {
  rent: 'paid',
  included: 'included in the plan',
  domain: 'with your own domain',
  external: 'connected inbox',
};
const LABELS_BY_BILLING = new Map<string, string>(Object.entries(BILLING));
const LABELS_BY_PLATFORM = new Map<string, string>(Object.entries(PLATFORMS));

/** Returns the label of a platform of apps; undefined for an empty one. */
export function platformLabel(platform: App['platform']): string | undefined {
  return LABELS_BY_PLATFORM.get(platform ?? '') ?? platform ?? undefined;
}

/** Returns a device as flows name it, with its type. */
export function deviceReference(device: Pick<Device, 'id' | 'name' | 'type'>): NamedReference {
  return { id: device.id, name: deviceName(device), detail: deviceTypeLabel(device.type) };
}

/** Returns the status of a mailbox in words, such as “awaiting payment”; empty if it is active or unknown. */
export function mailboxStatus({ status }: Pick<Mailbox, 'status'>): string {
  return labelOf(LABELS_BY_MAILBOX_STATE, status);
}

/** Returns a mailbox as flows name it, with its label, and its status unless it is active. */
export function mailboxReference(mailbox: Mailbox): NamedReference {
  const { id, label } = mailbox;
  const name = mailboxName(mailbox);
  return { id, name, detail: joined([label !== name && label, mailboxStatus(mailbox)]) };
}

/** Returns how a mailbox is paid for, in words. */
export function mailboxBilling({ billingMode }: Pick<Mailbox, 'billingMode'>): string {
  return labelOf(LABELS_BY_BILLING, billingMode);
}

/**
 * Returns a webhook endpoint as flows name it. Of an address, only the host is shown, since the rest may contain a
 * secret.
 */
export function webhookReference(webhook: Webhook): NamedReference {
  const { id, url, integration, description, eventTypes, state, health } = webhook;
  const target = integration?.label ?? URL.parse(url ?? '')?.host ?? '';
  const count = eventTypes?.length ?? 0;
  const events = count === 0 ? 'every event' : counted(count, 'event type');
  return {
    id,
    name: description || target || `Endpoint ${id.slice(0, 8)}`,
    detail: joined([
      description && target,
      state === 'DISABLED' && 'disabled',
      health !== 'healthy' && health,
      events,
    ]),
  };
}

/** Returns an app as flows name it, with its platform and bundle ID. */
export function appReference({ id, displayName, bundleId, platform }: App): NamedReference {
  const name = displayName || bundleId || `App ${id.slice(0, 8)}`;
  return {
    id,
    name,
    detail: joined([platformLabel(platform), bundleId !== name && bundleId]),
  };
}

/** Adds the end of the ID to references whose names and details are the same. */
export function tellApart(references: readonly NamedReference[]): readonly NamedReference[] {
  const keyOf = ({ name, detail = '' }: NamedReference): string => `${name}\n${detail}`;
  const counts = new Map<string, number>();
  for (const one of references) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return references.map(one =>
    (counts.get(keyOf(one)) ?? 0) < 2
      ? one
      : { ...one, detail: joined([one.detail, `ID …${one.id.slice(-6)}`]) },
  );
}

/** Returns the name of a reference, with its detail if another of the list has the same name. */
export function referenceLabel(reference: NamedReference, among: readonly NamedReference[]): string {
  const { id, name, detail } = reference;
  const isShared = among.some(other => other.name === name && other.id !== id);
  return isShared && detail ? `${name} (${detail})` : name;
}

/** Returns the label of a value of an enumeration; an unknown value with spaces. */
function labelOf(labels: ReadonlyMap<string, string>, value: string | null | undefined): string {
  return labels.get(value ?? '') ?? (value ?? '').replaceAll('_', ' ');
}

function joined(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

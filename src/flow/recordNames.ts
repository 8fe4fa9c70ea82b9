import type { DEVICE_TYPES } from '../contract/enumerations.ts';
import type { Device } from '../contract/records/device.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';

const TYPE_LABELS: Readonly<Record<(typeof DEVICE_TYPES)[number], string>> = {
  android_cloud_phone: 'Android cloud phone',
  android_physical_phone: 'Android phone',
  ios_stealth_phone: 'iOS phone',
  android_emulator: 'Android emulator',
  device_slot: 'personal phone',
};
const LABELS_BY_TYPE = new Map<string, string>(Object.entries(TYPE_LABELS));

/** Returns the label of a device type; empty if it is unknown to the service. */
export function deviceTypeLabel(type: Device['type']): string {
  return type == null ? '' : (LABELS_BY_TYPE.get(type) ?? type);
}

/** Returns the name of a device; the beginning of its ID if it has none. */
export function deviceName({ id, name }: { readonly id: string; readonly name?: Device['name'] }): string {
  return name || `Device ${id.slice(0, 8)}`;
}

/** Returns the address of a mailbox, or else its label or the beginning of its ID. */
export function mailboxName({ id, address, label }: Pick<Mailbox, 'id' | 'address' | 'label'>): string {
  return address || label || `Mailbox ${id.slice(0, 8)}`;
}

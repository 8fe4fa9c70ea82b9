import type { Device } from '../contract/records/device.ts';

const TYPES: Readonly<Record<string, string>> = {
  android_cloud_phone: 'Android cloud phone',
  android_physical_phone: 'Android phone',
  ios_stealth_phone: 'iOS phone',
  android_emulator: 'Android emulator',
  device_slot: 'personal phone',
};

const USABLE: readonly string[] = ['ready', 'assigned'];

/** Returns the label of a device type; empty if it is unknown to the service. */
export function deviceTypeLabel(type: Device['type']): string {
  return type == null ? '' : (TYPES[type] ?? type);
}

/** Returns true if a device in this state is usable (wire facts 8); one without a known state counts as usable. */
export function isUsableState(state: Device['state']): boolean {
  return state == null || USABLE.includes(state);
}

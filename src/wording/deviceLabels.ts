import type { DEVICE_STATES, DEVICE_TYPES } from '../contract/enumerations.ts';
import type { Device } from '../contract/records/device.ts';

const TYPE_LABELS: Readonly<Record<(typeof DEVICE_TYPES)[number], string>> = {
  android_cloud_phone: 'Android cloud phone',
  android_physical_phone: 'Android phone',
  ios_stealth_phone: 'iOS phone',
  android_emulator: 'Android emulator',
  device_slot: 'personal phone',
};
const LABELS_BY_TYPE = new Map<string, string>(Object.entries(TYPE_LABELS));

/** The groups of device states with the same meaning for users. A device leaves a `changing` state on its own. */
type DeviceCondition = 'usable' | 'changing' | 'stopped' | 'unreachable' | 'terminated' | 'unknown';

const CONDITIONS: Readonly<Record<(typeof DEVICE_STATES)[number], DeviceCondition>> = {
  creating: 'changing',
  assigned: 'usable',
  ready: 'usable',
  rebooting: 'changing',
  migrating: 'changing',
  resetting: 'changing',
  terminated: 'terminated',
  maintenance: 'unreachable',
  stopped: 'stopped',
  disconnected: 'unreachable',
  unknown: 'unknown',
};
const CONDITIONS_BY_STATE = new Map<string, DeviceCondition>(Object.entries(CONDITIONS));

/** Returns the label of a device type; empty if it is unknown to the service. */
export function deviceTypeLabel(type: Device['type']): string {
  return type == null ? '' : (LABELS_BY_TYPE.get(type) ?? type);
}

/** Returns the condition of a device in this state (wire facts 8). */
export function deviceCondition(state: Device['state']): DeviceCondition {
  return CONDITIONS_BY_STATE.get(state ?? '') ?? 'unknown';
}

/** Returns true if a device in this state is usable; one without a known state counts as usable. */
export function isUsableState(state: Device['state']): boolean {
  return state == null || deviceCondition(state) === 'usable';
}

import { type DEVICE_STATES, FORMER_DEVICE_TYPES } from '../contract/enumerations.ts';
import type { Device } from '../contract/records/device.ts';
import { platformLabel } from '../flow/namedReferences.ts';
import { deviceTypeLabel } from '../flow/recordNames.ts';
import type { DevicePlatform } from '../flow/new/flowTemplates.ts';

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
const FORMER_TYPES = new Map(Object.entries(FORMER_DEVICE_TYPES));

/** Returns the condition of a device in this state (wire facts 8). */
export function deviceCondition(state: Device['state']): DeviceCondition {
  return CONDITIONS_BY_STATE.get(state ?? '') ?? 'unknown';
}

/** Returns true if a device in this state is usable; one without a known state counts as usable. */
export function isUsableState(state: Device['state']): boolean {
  return state == null || deviceCondition(state) === 'usable';
}

/** Returns the type and state of a device, such as “iOS phone · ready”. */
export function deviceSummary({ type, state }: Pick<Device, 'type' | 'state'>): string {
  const parts = [deviceTypeLabel(type), state, isUsableState(state) ? '' : 'not usable'];
  return parts.filter(Boolean).join(' · ');
}

/** Returns the platform that a device type names. */
export function platformOf(type: Device['type']): DevicePlatform | undefined {
  const current = FORMER_TYPES.get(type ?? '') ?? type ?? '';
  return (['android', 'ios'] as const).find(platform => current.startsWith(`${platform}_`));
}

/** Returns false if an app for this platform cannot run on a device of this type; an unknown type may run it. */
export function mayRunApp(type: Device['type'], platform: DevicePlatform): boolean {
  return (platformOf(type) ?? platform) === platform;
}

/** Returns a sentence if an app for a platform cannot run on a device. */
export function otherPlatformProblem(
  app: string,
  platform: DevicePlatform,
  { name, type }: Pick<Device, 'name' | 'type'>,
): string | undefined {
  if (mayRunApp(type, platform)) return undefined;
  const other = platform === 'ios' ? 'android' : 'ios';
  const device = name == null ? 'the device' : `“${name}”`;
  return `“${app}” is for ${platformLabel(platform)}, and ${device} runs only apps for ${platformLabel(other)}.`;
}

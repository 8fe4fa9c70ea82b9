import { FORMER_DEVICE_TYPES } from '../../contract/enumerations.ts';
import type { Device } from '../../contract/records/device.ts';
import type { DevicePlatform } from '../../flow/new/flowTemplates.ts';
import { deviceTypeLabel, isUsableState } from '../../wording/deviceLabels.ts';

/** Returns the type and state of a device for a picker, such as “iOS phone · ready”. */
export function deviceSummary({ type, state }: Pick<Device, 'type' | 'state'>): string {
  const parts = [deviceTypeLabel(type), state, isUsableState(state) ? '' : 'not usable'];
  return parts.filter(Boolean).join(' · ');
}

/** Returns the platform that a device type names. */
export function platformOf(type: Device['type']): DevicePlatform | undefined {
  const current = FORMER_DEVICE_TYPES[type ?? ''] ?? type ?? '';
  return (['android', 'ios'] as const).find(platform => current.startsWith(`${platform}_`));
}

const NAMES: Readonly<Record<string, string>> = {
  android_cloud_phone: 'Android cloud phone',
  android_physical_phone: 'Android phone',
  ios_stealth_phone: 'iOS phone',
  android_emulator: 'Android emulator',
  device_slot: 'personal phone',
};

/** Returns the display name of a device type; an unknown type is its own name. */
export function deviceTypeName(type: string | null | undefined): string {
  return type == null ? '' : (NAMES[type] ?? type);
}

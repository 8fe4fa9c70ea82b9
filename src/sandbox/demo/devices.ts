import { DEVICE_CAPABILITIES } from '../../contract/enumerations.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import type { StoredDevice } from '../store/stored.ts';

interface DeviceData {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly country: string;
  readonly without: readonly string[];
  readonly platform?: StoredDevice['sandbox']['platform'];
  readonly secondDisplay?: boolean;
  readonly state?: string;
  readonly stateMessage?: string;
}

const ANDROID_ONLY = ['accessibility', 'files', 'fingerprint', 'frida', 'logcat', 'shell', 'spoofing'];

const DEVICES: readonly DeviceData[] = [
  { key: 'phone', name: 'Pixel phone', type: 'android_cloud_phone', country: 'DE', without: [] },
  {
    key: 'tablet',
    name: 'Android tablet',
    type: 'android_emulator',
    country: 'FR',
    without: ['esim', 'humanTouch'],
    platform: 'android-tablet',
  },
  {
    key: 'foldable',
    name: 'Foldable with two displays',
    type: 'android_physical_phone',
    country: 'US',
    without: ['frida', 'reset'],
    secondDisplay: true,
    state: 'assigned',
  },
  {
    key: 'no-geo',
    name: 'Phone without GPS',
    type: 'android_emulator',
    country: 'BR',
    without: ['esim', 'geo', 'humanTouch', 'stop'],
  },
  {
    key: 'offline',
    name: 'Personal phone',
    type: 'device_slot',
    country: 'IN',
    without: ['proxy', 'reset', 'shell', 'spoofing', 'stop'],
    state: 'disconnected',
    stateMessage: 'The phone has been unreachable since yesterday.',
  },
  {
    key: 'ios',
    name: 'iPhone',
    type: 'ios_stealth_phone',
    country: 'JP',
    without: ANDROID_ONLY,
    platform: 'ios-phone',
  },
];

/** Returns the ID of a demo device by its key: phone, tablet, foldable, no-geo, offline or ios. */
export function demoDeviceId(key: string): string {
  return stableId(`device:${key}`);
}

/** Returns the demo devices, dated relative to `now` (milliseconds since 1970). */
export function demoDevices(now: number): readonly StoredDevice[] {
  return DEVICES.map(({ key, name, type, country, without, ...rest }, index) => ({
    id: demoDeviceId(key),
    name,
    state: rest.state ?? 'ready',
    stateMessage: rest.stateMessage ?? '',
    type,
    streamUrl: '',
    activeTaskId: '',
    taskCount: 0,
    providerId: 'sandbox',
    billingStrategy: 'sandbox',
    createdAt: daysAgo(now, 30 - index),
    updatedAt: key === 'offline' ? daysAgo(now, 1) : minutesAgo(now, 10 + index),
    assignedAt: daysAgo(now, 30 - index),
    terminatesAt: null,
    ...OWNED,
    sandbox: {
      country,
      capabilities: Object.fromEntries(
        DEVICE_CAPABILITIES.map(capability => [capability, !without.includes(capability)]),
      ),
      platform: rest.platform ?? 'android-phone',
      secondDisplay: rest.secondDisplay ?? false,
    },
  }));
}

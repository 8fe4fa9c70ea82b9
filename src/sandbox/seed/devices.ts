import { DEVICE_CAPABILITIES } from '../../contract/enumerations.ts';
import type { Store } from '../store/store.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { OWNER_ID } from './owner.ts';
import { stableId } from './stableId.ts';

interface DemoDevice {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly state: string;
  readonly stateMessage?: string;
  readonly country: string;
  readonly without: readonly string[];
}

const ANDROID_ONLY = ['frida', 'shell', 'logcat', 'accessibility', 'files', 'spoofing', 'fingerprint'];

const demoDevices: readonly DemoDevice[] = [
  {
    key: 'phone',
    name: 'Pixel phone',
    type: 'android_cloud_phone',
    state: 'ready',
    country: 'DE',
    without: ['esim'],
  },
  {
    key: 'tablet',
    name: 'Android tablet',
    type: 'android_emulator',
    state: 'ready',
    country: 'FR',
    without: ['esim', 'humanTouch'],
  },
  {
    key: 'foldable',
    name: 'Foldable with two displays',
    type: 'android_physical_phone',
    state: 'assigned',
    country: 'US',
    without: [],
  },
  {
    key: 'no-geo',
    name: 'Phone without GPS',
    type: 'android_emulator',
    state: 'ready',
    country: 'BR',
    without: ['geo', 'esim', 'humanTouch', 'stop'],
  },
  {
    key: 'offline',
    name: 'Personal phone',
    type: 'device_slot',
    state: 'disconnected',
    stateMessage: 'The phone has been out of reach since yesterday.',
    country: 'IN',
    without: ['reset', 'stop', 'proxy'],
  },
  {
    key: 'ios',
    name: 'iPhone',
    type: 'ios_stealth_phone',
    state: 'ready',
    country: 'JP',
    without: ANDROID_ONLY,
  },
];

/** The id of a demo device by its key: phone, tablet, foldable, no-geo, offline or ios. */
export function demoDeviceId(key: string): string {
  return stableId(`device:${key}`);
}

/** Stores the demo devices. */
export function seedDevices(store: Store, now: number): void {
  for (const [index, device] of demoDevices.entries()) {
    const { key, name, type, state, stateMessage = '', country, without } = device;
    store.devices.put({
      id: demoDeviceId(key),
      name,
      state,
      stateMessage,
      type,
      streamUrl: '',
      activeTaskId: '',
      taskCount: 0,
      providerId: 'sandbox',
      billingStrategy: 'sandbox',
      createdAt: daysAgo(now, 30 - index),
      updatedAt: minutesAgo(now, 10 + index),
      assignedAt: daysAgo(now, 30 - index),
      terminatesAt: null,
      ownerId: OWNER_ID,
      createdBy: OWNER_ID,
      userId: OWNER_ID,
      sandbox: {
        country,
        capabilities: Object.fromEntries(DEVICE_CAPABILITIES.map(one => [one, !without.includes(one)])),
      },
    });
  }
}

import * as z from 'zod';
import { operation } from '../define.ts';
import { InstalledApp } from '../records/device.ts';
import {
  DisplayHeader,
  GlobalAction,
  Location,
  Overlay,
  PressKey,
  Swipe,
  Tap,
  TypeText,
} from '../records/gesture.ts';
import { UiState } from '../records/uiState.ts';
import { QueryFlag, Uuid } from '../scalars.ts';

const onDevice = {
  params: z.object({ deviceId: Uuid }),
  headers: DisplayHeader,
  errors: 'device',
} as const;
const done = { status: 204, body: 'empty' } as const;

/** Operations that read and control the screen of a running device (spec 4.8, 4.9, wire facts 9). */
export const gestureOperations = {
  tapDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/tap',
    summary: 'Tap the screen',
    body: Tap,
    response: done,
    effect: 'act',
  }),
  swipeDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/swipe',
    source: 'spec',
    summary: 'Swipe across the screen',
    body: Swipe,
    response: done,
    effect: 'act',
  }),
  pressGlobal: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/global',
    summary: 'Press back, home or recents',
    body: GlobalAction,
    response: done,
    effect: 'act',
  }),
  typeText: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/keyboard',
    summary: 'Type text into the focused field',
    body: TypeText,
    response: done,
    effect: 'act',
  }),
  pressKey: operation({
    ...onDevice,
    method: 'PUT',
    path: '/devices/{deviceId}/keyboard',
    summary: 'Press a key by its Android key code',
    body: PressKey,
    response: done,
    effect: 'act',
    idempotent: false,
  }),
  clearInput: operation({
    ...onDevice,
    method: 'DELETE',
    path: '/devices/{deviceId}/keyboard',
    summary: 'Clear the focused field',
    response: done,
    effect: 'act',
  }),
  getLocation: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/location',
    summary: 'Get the simulated position',
    response: { status: 200, body: Location },
  }),
  setLocation: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/location',
    source: 'spec',
    summary: 'Set the simulated position',
    body: Location,
    response: done,
    effect: 'act',
    idempotent: true,
  }),
  resetLocation: operation({
    ...onDevice,
    method: 'DELETE',
    path: '/devices/{deviceId}/location',
    summary: 'Return to the real position',
    response: done,
    effect: 'act',
  }),
  takeScreenshot: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/screenshot',
    summary: 'Take a picture of the screen',
    query: z.object({ hideOverlay: QueryFlag.optional() }),
    response: { status: 200, body: 'png' },
    // The screen is off or locked, or the screenshot process on the device has died (wire facts 9).
    lasting: [500],
  }),
  getUiState: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/ui-state',
    summary: 'List what is on the screen',
    query: z.object({ filter: QueryFlag.optional() }),
    response: { status: 200, body: UiState },
  }),
  getDeviceTime: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/time',
    summary: 'Get the clock of a device',
    response: { status: 200, body: 'text' },
  }),
  getOverlay: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/overlay',
    summary: 'Tell whether the overlay is shown',
    response: { status: 200, body: Overlay },
  }),
  setOverlay: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/overlay',
    summary: 'Show or hide the overlay',
    body: Overlay,
    response: done,
    effect: 'act',
    idempotent: true,
  }),
  listInstalledApps: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/apps',
    summary: 'List installed apps',
    query: z.object({
      includeSystemApps: QueryFlag.optional(),
      includeProtectedApps: QueryFlag.optional(),
    }),
    response: { status: 200, body: z.array(InstalledApp).nullable() },
  }),
  listPackages: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/packages',
    summary: 'List installed package names',
    query: z.object({
      includeSystemPackages: QueryFlag.optional(),
      includeProtectedPackages: QueryFlag.optional(),
    }),
    response: { status: 200, body: z.array(z.string()).nullable() },
  }),
} as const;

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
import { ConnectProxy, ProxyStatus } from '../records/deviceProxy.ts';
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
  tapDevice: operation('POST', '/devices/{deviceId}/tap', {
    ...onDevice,
    summary: 'Tap the screen',
    body: Tap,
    response: done,
    effect: 'act',
  }),
  swipeDevice: operation('POST', '/devices/{deviceId}/swipe', {
    ...onDevice,
    source: 'spec',
    summary: 'Swipe across the screen',
    body: Swipe,
    response: done,
    effect: 'act',
  }),
  pressGlobal: operation('POST', '/devices/{deviceId}/global', {
    ...onDevice,
    summary: 'Press back, home or recents',
    body: GlobalAction,
    response: done,
    effect: 'act',
  }),
  typeText: operation('POST', '/devices/{deviceId}/keyboard', {
    ...onDevice,
    summary: 'Type text into the focused field',
    body: TypeText,
    response: done,
    effect: 'act',
  }),
  pressKey: operation('PUT', '/devices/{deviceId}/keyboard', {
    ...onDevice,
    summary: 'Press a key by its Android key code',
    body: PressKey,
    response: done,
    effect: 'act',
    idempotent: false,
  }),
  clearInput: operation('DELETE', '/devices/{deviceId}/keyboard', {
    ...onDevice,
    summary: 'Clear the focused field',
    response: done,
    effect: 'act',
  }),
  getLocation: operation('GET', '/devices/{deviceId}/location', {
    ...onDevice,
    summary: 'Get the simulated position',
    response: { status: 200, body: Location },
  }),
  setLocation: operation('POST', '/devices/{deviceId}/location', {
    ...onDevice,
    source: 'spec',
    summary: 'Set the simulated position',
    body: Location,
    response: done,
    effect: 'act',
    idempotent: true,
  }),
  resetLocation: operation('DELETE', '/devices/{deviceId}/location', {
    ...onDevice,
    summary: 'Return to the real position',
    response: done,
    effect: 'act',
  }),
  getProxy: operation('GET', '/devices/{deviceId}/proxy', {
    ...onDevice,
    summary: 'Get the proxy that the device is connected to',
    response: { status: 200, body: ProxyStatus },
  }),
  connectProxy: operation('POST', '/devices/{deviceId}/proxy', {
    ...onDevice,
    summary: 'Connect the device to a proxy; smartIp moves it to the exit',
    body: ConnectProxy,
    response: done,
    effect: 'act',
    carriesSecrets: true,
  }),
  disconnectProxy: operation('DELETE', '/devices/{deviceId}/proxy', {
    ...onDevice,
    summary: 'Disconnect the device from its proxy; the position stays',
    response: done,
    effect: 'act',
  }),
  takeScreenshot: operation('GET', '/devices/{deviceId}/screenshot', {
    ...onDevice,
    summary: 'Take a picture of the screen',
    query: z.object({ hideOverlay: QueryFlag.optional() }),
    response: { status: 200, body: 'png' },
    // The screen is off or locked, or the screenshot process on the device has died (wire facts 9).
    lasting: [500],
  }),
  getUiState: operation('GET', '/devices/{deviceId}/ui-state', {
    ...onDevice,
    summary: 'List what is on the screen',
    query: z.object({ filter: QueryFlag.optional() }),
    response: { status: 200, body: UiState },
  }),
  getDeviceTime: operation('GET', '/devices/{deviceId}/time', {
    ...onDevice,
    summary: 'Get the clock of a device',
    response: { status: 200, body: 'text' },
  }),
  getOverlay: operation('GET', '/devices/{deviceId}/overlay', {
    ...onDevice,
    summary: 'Tell whether the overlay is shown',
    response: { status: 200, body: Overlay },
  }),
  setOverlay: operation('POST', '/devices/{deviceId}/overlay', {
    ...onDevice,
    summary: 'Show or hide the overlay',
    body: Overlay,
    response: done,
    effect: 'act',
    idempotent: true,
  }),
  listInstalledApps: operation('GET', '/devices/{deviceId}/apps', {
    ...onDevice,
    summary: 'List installed apps',
    query: z.object({
      includeSystemApps: QueryFlag.optional(),
      includeProtectedApps: QueryFlag.optional(),
    }),
    response: { status: 200, body: z.array(InstalledApp).nullable() },
  }),
  listPackages: operation('GET', '/devices/{deviceId}/packages', {
    ...onDevice,
    summary: 'List installed package names',
    query: z.object({
      includeSystemPackages: QueryFlag.optional(),
      includeProtectedPackages: QueryFlag.optional(),
    }),
    response: { status: 200, body: z.array(z.string()).nullable() },
  }),
} as const;

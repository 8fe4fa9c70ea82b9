import * as z from 'zod';
import { operation } from '../define.ts';
import { AppInstalls, InstallApp, OpenDeepLink, StartApp, StopApp } from '../records/deviceApp.ts';
import { DisplayHeader } from '../records/gesture.ts';
import { Uuid } from '../scalars.ts';

const onDevice = {
  params: z.object({ deviceId: Uuid }),
  headers: DisplayHeader,
  errors: 'device',
} as const;
const onApp = { ...onDevice, params: onDevice.params.extend({ packageName: z.string().min(1) }) } as const;
const done = { status: 204, body: 'empty' } as const;

/** Operations on the apps of a device (wire facts 9). */
export const deviceAppOperations = {
  installApp: operation('POST', '/devices/{deviceId}/apps', {
    ...onDevice,
    summary: 'Install an app on a device, or another version of it',
    body: InstallApp,
    response: { status: 200, body: 'empty' },
    effect: 'act',
  }),
  listAppInstalls: operation('GET', '/devices/{deviceId}/apps/installs', {
    ...onDevice,
    summary: 'List the recent installations on a device',
    response: { status: 200, body: AppInstalls },
  }),
  openDeepLink: operation('POST', '/devices/{deviceId}/apps/open-deep-link', {
    ...onDevice,
    summary: 'Open a web address or a deep link on a device',
    body: OpenDeepLink,
    response: done,
    effect: 'act',
  }),
  startApp: operation('PUT', '/devices/{deviceId}/apps/{packageName}', {
    ...onApp,
    summary: 'Start an app on a device',
    body: StartApp,
    response: done,
    effect: 'act',
  }),
  stopApp: operation('PATCH', '/devices/{deviceId}/apps/{packageName}', {
    ...onApp,
    summary: 'Stop an app on a device, with its data on request',
    body: StopApp,
    response: done,
    effect: 'act',
  }),
  uninstallApp: operation('DELETE', '/devices/{deviceId}/apps/{packageName}', {
    ...onApp,
    summary: 'Uninstall an app from a device',
    response: done,
  }),
} as const;

import * as z from 'zod';
import { operation } from '../define.ts';
import { APP_PERMISSIONS } from '../enumerations.ts';
import {
  BrowserScript,
  Clipboard,
  EnterKiosk,
  Fingerprint,
  DeviceLanguage,
  ScriptResult,
  SetClipboard,
  SetLanguage,
  SetTimezone,
  Timezone,
} from '../records/deviceSettings.ts';
import { DisplayHeader } from '../records/gesture.ts';
import { ApplyProfile } from '../records/profile.ts';
import { Uuid } from '../scalars.ts';

const onDevice = {
  params: z.object({ deviceId: Uuid }),
  headers: DisplayHeader,
  errors: 'device',
} as const;
const onPermission = {
  ...onDevice,
  params: onDevice.params.extend({
    packageName: z.string().min(1),
    permission: z.string().min(1).meta({ 'x-known-values': APP_PERMISSIONS }),
  }),
} as const;
const done = { status: 204, body: 'empty' } as const;
/** Repeating these calls changes nothing more. */
const set = { response: done, effect: 'act', idempotent: true } as const;

/** Operations on the settings of a device (wire facts 9). */
export const deviceSettingOperations = {
  getLanguage: operation('GET', '/devices/{deviceId}/language', {
    ...onDevice,
    summary: 'Get the language of a device',
    response: { status: 200, body: DeviceLanguage },
  }),
  setLanguage: operation('POST', '/devices/{deviceId}/language', {
    ...onDevice,
    ...set,
    summary: 'Set the language of a device',
    body: SetLanguage,
  }),
  getTimezone: operation('GET', '/devices/{deviceId}/timezone', {
    ...onDevice,
    summary: 'Get the time zone of a device',
    response: { status: 200, body: Timezone },
  }),
  setTimezone: operation('POST', '/devices/{deviceId}/timezone', {
    ...onDevice,
    ...set,
    summary: 'Set the time zone of a device',
    body: SetTimezone,
  }),
  applyProfile: operation('PUT', '/devices/{deviceId}/profile', {
    ...onDevice,
    summary: 'Apply a profile to a device',
    body: ApplyProfile,
    response: done,
    effect: 'act',
  }),
  getClipboard: operation('GET', '/devices/{deviceId}/clipboard', {
    ...onDevice,
    summary: 'Read the clipboard of a device',
    response: { status: 200, body: Clipboard },
    carriesSecrets: true,
  }),
  setClipboard: operation('POST', '/devices/{deviceId}/clipboard', {
    ...onDevice,
    ...set,
    summary: 'Set the clipboard of a device; an empty text clears it',
    body: SetClipboard,
    carriesSecrets: true,
  }),
  grantPermission: operation('PUT', '/devices/{deviceId}/apps/{packageName}/permissions/{permission}', {
    ...onPermission,
    summary: 'Grant a permission to an app on a device',
    response: done,
    effect: 'act',
  }),
  revokePermission: operation('DELETE', '/devices/{deviceId}/apps/{packageName}/permissions/{permission}', {
    ...onPermission,
    summary: 'Revoke a permission of an app on a device',
    response: done,
    effect: 'act',
  }),
  enterKiosk: operation('PUT', '/devices/{deviceId}/kiosk', {
    ...onDevice,
    summary: 'Keep a device in one app',
    body: EnterKiosk,
    response: done,
    effect: 'act',
  }),
  exitKiosk: operation('DELETE', '/devices/{deviceId}/kiosk', {
    ...onDevice,
    summary: 'Let a device leave the app that it was kept in',
    response: done,
    effect: 'act',
  }),
  runBrowserScript: operation('POST', '/devices/{deviceId}/browser/execute-script', {
    ...onDevice,
    summary: 'Run a script in the browser tab in front',
    body: BrowserScript,
    response: { status: 200, body: ScriptResult },
    effect: 'act',
  }),
  getFingerprint: operation('GET', '/devices/{deviceId}/fingerprint', {
    ...onDevice,
    summary: 'Get the identity of a device as apps see it',
    response: { status: 200, body: Fingerprint },
    carriesSecrets: true,
  }),
} as const;

import * as z from 'zod';
import { operation } from '../define.ts';
import {
  Clipboard,
  Language,
  SetClipboard,
  SetLanguage,
  SetTimezone,
  Timezone,
} from '../records/deviceSettings.ts';
import { DisplayHeader } from '../records/gesture.ts';
import { Uuid } from '../scalars.ts';

const onDevice = {
  params: z.object({ deviceId: Uuid }),
  headers: DisplayHeader,
  errors: 'device',
} as const;
/** Repeating these calls changes nothing more. */
const set = { response: { status: 204, body: 'empty' }, effect: 'act', idempotent: true } as const;

/** Operations on the settings of a device (wire facts 9). */
export const deviceSettingOperations = {
  getLanguage: operation('GET', '/devices/{deviceId}/language', {
    ...onDevice,
    summary: 'Get the language of a device',
    response: { status: 200, body: Language },
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
} as const;

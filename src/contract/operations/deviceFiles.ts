import * as z from 'zod';
import { operation } from '../define.ts';
import { DeviceFolder, DevicePath } from '../records/deviceFile.ts';
import { DisplayHeader } from '../records/gesture.ts';
import { FileForm, Uuid } from '../scalars.ts';

const atPath = {
  params: z.object({ deviceId: Uuid }),
  headers: DisplayHeader,
  query: z.object({ path: DevicePath }),
  errors: 'device',
} as const;

/** Operations on the files of a device (wire facts 9). */
export const deviceFileOperations = {
  listDeviceFiles: operation('GET', '/devices/{deviceId}/files', {
    ...atPath,
    summary: 'List the files in a folder of a device',
    response: { status: 200, body: DeviceFolder },
  }),
  downloadDeviceFile: operation('GET', '/devices/{deviceId}/files/download', {
    ...atPath,
    summary: 'Download a file of a device',
    response: { status: 200, body: 'bytes' },
  }),
  uploadDeviceFile: operation('POST', '/devices/{deviceId}/files', {
    ...atPath,
    summary: 'Put a file into a folder of a device',
    body: FileForm,
    bodyType: 'multipart',
    response: { status: 204, body: 'empty' },
    effect: 'act',
  }),
  deleteDeviceFile: operation('DELETE', '/devices/{deviceId}/files', {
    ...atPath,
    summary: 'Delete a file of a device',
    response: { status: 204, body: 'empty' },
  }),
} as const;

import * as z from 'zod';
import { operation } from '../define.ts';
import { DisplayHeader } from '../records/gesture.ts';
import { ScreenRecording, StartScreenRecording } from '../records/screenRecording.ts';
import { Uuid } from '../scalars.ts';

const onDevice = { params: z.object({ deviceId: Uuid }), headers: DisplayHeader, errors: 'device' } as const;
const onRecording = {
  ...onDevice,
  params: z.object({ deviceId: Uuid, recordingId: z.string().min(1) }),
} as const;

/** Operations on the screen recordings of a device (wire facts 9). */
export const screenRecordingOperations = {
  listScreenRecordings: operation('GET', '/devices/{deviceId}/recordings', {
    ...onDevice,
    summary: 'List the screen recordings of a device',
    query: z.object({ status: z.string().optional(), type: z.string().optional() }),
    response: { status: 200, body: z.array(ScreenRecording).nullable() },
  }),
  startScreenRecording: operation('POST', '/devices/{deviceId}/recordings', {
    ...onDevice,
    summary: 'Start to record the screen',
    body: StartScreenRecording,
    response: { status: 200, body: ScreenRecording },
    effect: 'act',
  }),
  getScreenRecording: operation('GET', '/devices/{deviceId}/recordings/{recordingId}', {
    ...onRecording,
    summary: 'Get a screen recording',
    response: { status: 200, body: ScreenRecording },
  }),
  stopScreenRecording: operation('POST', '/devices/{deviceId}/recordings/{recordingId}', {
    ...onRecording,
    summary: 'Stop a screen recording',
    response: { status: 200, body: ScreenRecording },
    effect: 'act',
  }),
  deleteScreenRecording: operation('DELETE', '/devices/{deviceId}/recordings/{recordingId}', {
    ...onRecording,
    summary: 'Delete a screen recording',
    response: { status: 204, body: 'empty' },
  }),
  getScreenRecordingActions: operation('GET', '/devices/{deviceId}/recordings/{recordingId}/trajectory', {
    ...onRecording,
    summary: 'Get the actions performed during a screen recording',
    response: { status: 200, body: 'bytes' },
  }),
  getScreenRecordingVideo: operation('GET', '/devices/{deviceId}/recordings/{recordingId}/video', {
    ...onRecording,
    summary: 'Get the video of a screen recording',
    response: { status: 200, body: 'bytes' },
  }),
} as const;

import * as z from 'zod';
import { operation } from '../define.ts';
import { Location } from '../records/gesture.ts';
import { data, OpenObject, Timestamp, Uuid } from '../scalars.ts';

/** A place that a finger reached: pixels of the display, and milliseconds since it touched down. */
export const PathPoint = z.looseObject({ x: z.number(), y: z.number(), ms: z.number() });

/** A gesture as a device carried it out, after stealth; what was typed as a password is never in it. */
export const Gesture = z.looseObject({
  id: z.string(),
  createdAt: Timestamp,
  kind: z.enum(['tap', 'longPress', 'swipe', 'text', 'key', 'global']),
  displayId: z.int(),
  stealth: z.boolean(),
  durationMs: z.number(),
  /** Where the finger went; empty for keys and text. */
  path: z.array(PathPoint),
  /** What was typed, the key code, or the button; the first thousand characters, null for a password. */
  input: z.string().nullable(),
  /** Letters typed wrong and corrected at once. */
  mistakes: z.int(),
  /** What was asked for, before stealth: points in pixels, times in milliseconds. */
  asked: OpenObject,
});
/** A gesture as a device carried it out. */
export type Gesture = z.output<typeof Gesture>;

/** A proxy that a device is connected to, with the place of its exit (spec 4.8). */
export const Proxy = z.looseObject({
  host: z.string().min(1),
  /** Overwrites the device's position with that of the exit. */
  smartIp: z.boolean(),
  exit: Location,
});
/** A proxy that a device is connected to. */
export type Proxy = z.output<typeof Proxy>;

/** A file in a folder of a device. */
export const DeviceFile = z.looseObject({
  path: z.string(),
  sizeBytes: z.int(),
  labels: z.record(z.string(), z.string()),
});

const onDevice = { params: z.object({ deviceId: Uuid }), source: 'guess', errors: 'device' } as const;

/** Operations on devices that only the sandbox has. */
export const sandboxDeviceOperations = {
  listGestures: operation({
    ...onDevice,
    method: 'GET',
    path: '/_sandbox/devices/{deviceId}/gestures',
    summary: 'List the last 200 gestures of a device, newest first',
    response: { status: 200, body: data(z.array(Gesture)) },
  }),
  listDeviceFiles: operation({
    ...onDevice,
    method: 'GET',
    path: '/_sandbox/devices/{deviceId}/files',
    summary: 'List the files that flows put on a device',
    response: { status: 200, body: data(z.array(DeviceFile)) },
  }),
  connectProxy: operation({
    ...onDevice,
    method: 'POST',
    path: '/_sandbox/devices/{deviceId}/proxy',
    summary: 'Connect a device to a proxy; with smartIp it moves to the exit',
    body: Proxy,
    response: { status: 200, body: data(Proxy) },
    effect: 'act',
  }),
  disconnectProxy: operation({
    ...onDevice,
    method: 'DELETE',
    path: '/_sandbox/devices/{deviceId}/proxy',
    summary: 'Disconnect a device from its proxy; its position stays',
    response: { status: 204, body: 'empty' },
    effect: 'act',
  }),
  disconnectDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/_sandbox/devices/{deviceId}/disconnect',
    summary: 'Put a device out of reach, as a phone that loses its network',
    response: { status: 204, body: 'empty' },
    effect: 'act',
  }),
  reconnectDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/_sandbox/devices/{deviceId}/reconnect',
    summary: 'Bring a device back into reach',
    response: { status: 204, body: 'empty' },
    effect: 'act',
  }),
} as const;

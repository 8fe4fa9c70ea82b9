import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { data, OpenObject, Timestamp, Uuid } from '../scalars.ts';

/** A point on the path of a finger: display pixels, and milliseconds since touchdown. */
const PathPoint = z.looseObject({ x: z.number(), y: z.number(), ms: z.number() });

/** A gesture as a device executed it, including stealth changes; never contains a typed password. */
export const Gesture = z.looseObject({
  id: z.string(),
  createdAt: Timestamp,
  kind: z.enum(['tap', 'longPress', 'swipe', 'text', 'key', 'global']),
  displayId: z.int(),
  stealth: z.boolean(),
  durationMs: z.number(),
  /** The path of the finger; empty for keys and text. */
  path: z.array(PathPoint),
  /** The text typed, the key code or the button; at most 1,000 characters, null for a password. */
  input: z.string().nullable(),
  /** The number of typing mistakes, each corrected immediately. */
  mistakes: z.int(),
  /** The gesture as requested, before stealth changes: points in pixels, times in milliseconds. */
  asked: OpenObject,
});
export type Gesture = z.output<typeof Gesture>;

const onDevice = { params: z.object({ deviceId: Uuid }), errors: 'device' } as const;

/** Sandbox-only operations on devices. */
export const sandboxDeviceOperations = {
  listGestures: sandboxOperation('GET', '/_sandbox/devices/{deviceId}/gestures', {
    ...onDevice,
    summary: 'List the last 200 gestures of a device, newest first',
    response: { status: 200, body: data(z.array(Gesture)) },
  }),
  disconnectDevice: sandboxOperation('POST', '/_sandbox/devices/{deviceId}/disconnect', {
    ...onDevice,
    summary: 'Take a device offline, like a phone that loses its network',
    response: { status: 204, body: 'empty' },
    effect: 'act',
  }),
  reconnectDevice: sandboxOperation('POST', '/_sandbox/devices/{deviceId}/reconnect', {
    ...onDevice,
    summary: 'Bring a device back online',
    response: { status: 204, body: 'empty' },
    effect: 'act',
  }),
} as const;

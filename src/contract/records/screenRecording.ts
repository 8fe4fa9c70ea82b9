import * as z from 'zod';
import { record, Timestamp } from '../scalars.ts';

/** The video of a screen recording; `limited` if it ends before the recording did (wire facts 9). */
const ScreenVideo = record(
  {},
  {
    durationMs: z.number(),
    format: z.string(),
    sizeBytes: z.number(),
    limited: z.boolean(),
    limitReason: z.string(),
  },
);

/** A screen recording of a device; `isRunning` decides if it goes on (wire facts 9). */
export const ScreenRecording = record(
  { id: z.string() },
  {
    deviceId: z.string(),
    name: z.string(),
    status: z.string(),
    types: z.array(z.string()),
    /** The number of actions performed meanwhile. */
    actions: z.int(),
    display: record({}, { width: z.number(), height: z.number(), rotation: z.number() }),
    startedAt: Timestamp,
    endedAt: Timestamp,
    expiresAt: Timestamp,
    error: z.string(),
    video: ScreenVideo,
  },
);
export type ScreenRecording = z.output<typeof ScreenRecording>;

/** The body that starts a screen recording (wire facts 9). */
export const StartScreenRecording = z.looseObject({
  name: z.string().optional(),
  retentionDays: z.number().optional(),
  types: z.array(z.string()).nullable().optional(),
});
export type StartScreenRecording = z.output<typeof StartScreenRecording>;

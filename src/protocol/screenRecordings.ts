import { anyOf, flag, arrayOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/**
 * A request about the screen recordings of a device. `video` returns the bytes of the video, all others null. The
 * dialogs of `save`, `delete`, and `actions` may stay open after the answer.
 */
export const screenRecordingRequest = anyOf(
  object({ kind: oneOf('start', 'read') }),
  object({ kind: oneOf('stop', 'video', 'save', 'delete', 'actions'), id: text }),
);
export type ScreenRecordingRequest = Shaped<typeof screenRecordingRequest>;

/** A screen recording. Times are in milliseconds since 1970. */
const screenRecordingLine = object({
  id: text,
  name: text,
  /** The state in the words of the service. */
  status: text,
  isRunning: flag,
  hasVideo: flag,
  /** False if the recording has no video, also later. */
  hasVideoPart: flag,
  /** False if the recording has no actions to show. */
  hasActions: flag,
  startedAt: maybe(number),
  durationMs: maybe(number),
  sizeBytes: maybe(number),
  expiresAt: maybe(number),
  actions: maybe(number),
  /** True if the service cut the video short. */
  isLimited: flag,
  limitReason: maybe(text),
  error: maybe(text),
});
export type ScreenRecordingLine = Shaped<typeof screenRecordingLine>;

/** The screen recordings of a device, as the device panel shows them. */
export const screenRecordingsState = object({
  /** False until the list has been read once. */
  isRead: flag,
  /** True if the service does not offer screen recordings. */
  isMissing: flag,
  /** The reason why the list could not be read. */
  problem: maybe(text),
  list: arrayOf(screenRecordingLine),
});
export type ScreenRecordingsState = Shaped<typeof screenRecordingsState>;

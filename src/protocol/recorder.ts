import { anyOf, flag, listOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/** Commands for gestures of the log. */
const LOG_ACTIONS = ['insert', 'replay', 'copyAsCurl'] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];

const logSelection = object({ numbers: listOf(number), keepPauses: flag });
/**
 * Numbers of gestures in the log, an empty list for all that were done, and whether the pauses between them are kept.
 */
export type LogSelection = Shaped<typeof logSelection>;

/**
 * A request about the gesture log, a replay or the mirrored devices. `mirrorPicture` returns PNG bytes or null; all
 * others return null.
 */
export const recorderRequest = anyOf(
  object({ kind: oneOf('log'), act: oneOf(...LOG_ACTIONS), selection: logSelection }),
  object({ kind: oneOf('selectLog'), selection: logSelection }),
  object({ kind: oneOf('mirrorPicture'), id: text }),
  object({ kind: oneOf('stopReplay', 'chooseMirrors', 'endMirrors', 'mirrorAgain') }),
);
/** The progress of a running replay: gestures done, of the total. */
export const replayState = object({ done: number, total: number });
export type ReplayState = Shaped<typeof replayState>;

/** A device that repeats the gestures of the panel's device, with the result of the last one. */
export const mirrorLine = object({
  id: text,
  name: text,
  state: oneOf('idle', 'waiting', 'done', 'failed'),
  /** Duration in milliseconds. */
  ms: maybe(number),
  error: maybe(text),
  /** The element that was tapped on this device, if it reports its elements. */
  hit: maybe(text),
  /** The element that was tapped on the panel's device, if it differs from `hit`. */
  expected: maybe(text),
  /** Increases after each gesture, to signal that a new screenshot is worth taking. */
  picture: number,
});
export type MirrorLine = Shaped<typeof mirrorLine>;

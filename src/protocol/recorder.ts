import { anyOf, flag, listOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/** What can be done with gestures of the log. */
export const LOG_ACTS = ['insert', 'replay', 'copyAsCurl'] as const;
/** One of the things that can be done with gestures of the log. */
export type LogAct = (typeof LOG_ACTS)[number];

const logSelection = object({ numbers: listOf(number), keepPauses: flag });
/**
 * Gestures of the log by their numbers, without any all that were done, and whether the pauses between them are kept.
 */
export type LogSelection = Shaped<typeof logSelection>;

/**
 * What the page of a device asks about its log and about the mirrored devices. `mirrorPicture` is answered by the bytes
 * of a PNG or null, all others by null.
 */
export const recorderRequest = anyOf(
  object({ kind: oneOf('log'), act: oneOf(...LOG_ACTS), selection: logSelection }),
  object({ kind: oneOf('selectLog'), selection: logSelection }),
  object({ kind: oneOf('mirrorPicture'), id: text }),
  object({ kind: oneOf('stopReplay', 'chooseMirrors', 'endMirrors', 'mirrorAgain') }),
);
/** A replay that is under way. */
export const replayState = object({ done: number, total: number });
/** A replay that is under way. */
export type ReplayState = Shaped<typeof replayState>;

/** A device that does what is done on the one of the panel, and what came of the last gesture. */
export const mirrorLine = object({
  id: text,
  name: text,
  state: oneOf('idle', 'waiting', 'done', 'failed'),
  /** How long it took, in milliseconds. */
  ms: maybe(number),
  error: maybe(text),
  /** The element that was tapped there, where the device tells its elements. */
  hit: maybe(text),
  /** The element that was tapped on the device of the panel, where that is another one. */
  expected: maybe(text),
  /** Grows with each gesture, after which another picture is worth taking. */
  picture: number,
});
/** A device that does what is done on the one of the panel. */
export type MirrorLine = Shaped<typeof mirrorLine>;

import { anyOf, flag, arrayOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/** Commands for gestures of the log. */
const LOG_ACTIONS = ['insert', 'replay', 'copyAsCurl'] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];

/** Commands for a recording. */
const RECORDING_ACTIONS = ['start', 'stop', 'undo', 'check', 'wait', 'changeSelector', 'usePayload'] as const;
export type RecordingAction = (typeof RECORDING_ACTIONS)[number];
/** The actions that need no device panel. */
export type PanelFreeAction = Exclude<RecordingAction, 'start' | 'check' | 'wait'>;

const logSelection = object({ numbers: arrayOf(number), keepPauses: flag });
/**
 * The numbers of gestures in the log (an empty list means all completed gestures), and whether the pauses between them
 * are kept.
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
  object({ kind: oneOf('record'), act: oneOf(...RECORDING_ACTIONS) }),
  object({ kind: oneOf('stopReplay', 'chooseMirrors', 'endMirrors', 'mirrorAgain') }),
);
/** A recording as its device panel and its editor show it. */
export const shownRecording = object({
  /** The name of the device. */
  device: text,
  /** The name of the flow file. */
  file: text,
  /** The number of recorded steps. */
  steps: number,
  /** The most recently recorded step, in words. */
  last: maybe(text),
  /** True if that step can use another selector for its element. */
  hasChoices: flag,
  /** The number of typed values that could come from the payload of the trigger. */
  offers: number,
});
export type ShownRecording = Shaped<typeof shownRecording>;

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
  /** True if the tapped element was not found on this device, so that the scaled point was tapped. */
  usedPoint: flag,
  /** Increases after each gesture, so that the page requests a new screenshot. */
  picture: number,
});
export type MirrorLine = Shaped<typeof mirrorLine>;

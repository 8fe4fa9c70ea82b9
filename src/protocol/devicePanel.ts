import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import { placeRequest, placeState } from './devicePlace.ts';
import { dropRequest } from './droppedFile.ts';
import { pickRequest, pickState } from './elementPick.ts';
import type { Protocol } from './envelope.ts';
import { phoneAct } from './phoneAct.ts';
import { mirrorLine, recorderRequest, replayState, shownRecording } from './recorder.ts';
import { screenRecordingRequest, screenRecordingsState } from './screenRecordings.ts';
import {
  anyOf,
  bytes,
  flag,
  arrayOf,
  maybe,
  number,
  object,
  oneOf,
  type Guard,
  type Shaped,
  text,
} from './shape.ts';

/** The interval of a live screen: the next screenshot is taken as soon as the page has the last one. */
export const LIVE = 1;

/** Maximum number of elements sent to the page; with more, they would be too small to point at. */
export const MAX_ELEMENTS = 1500;

const point = object({ x: number, y: number });

export const deviceGesture: Guard<DeviceGesture> = anyOf(
  object({ kind: oneOf('tap'), at: point, stealth: flag }),
  object({ kind: oneOf('swipe'), from: point, to: point, duration: number, stealth: flag }),
  object({ kind: oneOf('text'), text, stealth: flag, secret: maybe(flag) }),
  object({ kind: oneOf('clear') }),
  object({ kind: oneOf('key'), key: number }),
  object({ kind: oneOf('global'), button: oneOf('back', 'home', 'recents') }),
  object({ kind: oneOf('locate'), latitude: number, longitude: number }),
  object({ kind: oneOf('resetLocation') }),
);

/** Commands offered when the screen cannot be shown. */
export const screenStatusAction = oneOf(
  'retry',
  'resume',
  'wake',
  'signIn',
  'connection',
  'switch',
  'firstDisplay',
);
export type ScreenStatusAction = Shaped<typeof screenStatusAction>;

/**
 * A request from the device panel webview to the extension. `picture` returns PNG bytes or null, and `confirmPicture`
 * says that the page has those that came with a state. `field` returns a FieldKind, `place`, `screenRecording`, the picks, and
 * the recorder requests what their shapes say, all others null. `perform`, `paste`, and `typePasscode` return once the device has performed
 * the gesture.
 */
export const panelRequest = anyOf(
  object({ kind: oneOf('open', 'refresh', 'clearLog', 'field', 'takeScreenshot', 'saveBugReport') }),
  object({ kind: oneOf('perform'), gesture: deviceGesture }),
  /** The button is pressed on the screen, or the press is no gesture after all. */
  object({ kind: oneOf('press', 'cancelPress') }),
  object({ kind: oneOf('picture', 'confirmPicture'), number }),
  object({ kind: oneOf('display'), display: number }),
  object({ kind: oneOf('rate'), everyMs: number }),
  object({ kind: oneOf('inspect'), on: flag }),
  object({ kind: oneOf('openSection'), section: text, isOpened: flag }),
  object({ kind: oneOf('copy'), text }),
  /** Types the clipboard text, or the newest passcode of the mailboxes; returns false if the user cancels. */
  object({ kind: oneOf('paste', 'typePasscode'), stealth: flag }),
  object({ kind: oneOf('act'), act: screenStatusAction }),
  object({ kind: oneOf('phone'), act: phoneAct }),
  object({ kind: oneOf('place'), request: placeRequest }),
  dropRequest,
  object({ kind: oneOf('screenRecording'), request: screenRecordingRequest }),
  pickRequest,
  recorderRequest,
);
export type PanelRequest = Shaped<typeof panelRequest>;

/** The kind of input that has the focus on the device; `unknown` if the device does not report it. */
export const fieldKind = oneOf('text', 'password', 'none', 'unknown');
export type FieldKind = Shaped<typeof fieldKind>;

/** The reason why the screen cannot be shown, with the commands that may help. */
export const screenStatus = object({
  icon: text,
  title: text,
  sentence: text,
  acts: arrayOf(object({ act: screenStatusAction, label: text })),
});
export type ScreenStatus = Shaped<typeof screenStatus>;

/** Metadata of a screenshot; its bytes come with the state or by the `picture` request for its `number`. */
export const picture = object({
  number,
  display: number,
  /** Time of receipt in epoch milliseconds. */
  takenAt: number,
});
export type Picture = Shaped<typeof picture>;

/** A UI element with its bounds in pixels of the display; the text of a password element is left out. */
const screenElement = object({
  left: number,
  top: number,
  right: number,
  bottom: number,
  /** Nesting depth in the element tree; 0 for the root. */
  depth: number,
  /** Display text: the class and what it says, such as `Button “OK”`. */
  name: text,
  facts: arrayOf(object({ name: text, value: text })),
});
export type PanelElement = Shaped<typeof screenElement>;

/** A gesture of the log; text that may be a password is replaced by an empty string. */
const logLine = object({
  /** Number of the gesture on this device in this window, from 1. */
  number,
  at: number,
  display: number,
  gesture: deviceGesture,
  /** Name of the touched element. */
  element: maybe(text),
  state: oneOf('waiting', 'done', 'failed'),
  /** Milliseconds until the gesture was done. */
  ms: maybe(number),
  error: maybe(text),
});
export type LogLine = Shaped<typeof logLine>;

/** The state of the session of a device. */
const sessionState = object({
  device: object({
    id: text,
    name: text,
    state: text,
    kind: text,
    /** Display name of the connection. */
    connection: text,
    connectionId: text,
  }),
  /** Capabilities that the device reports as missing. */
  lacks: arrayOf(text),
  situation: maybe(screenStatus),
  /** False while nothing can be done on the device, such as when it is disconnected or its connection is not active. */
  takesGestures: flag,
  screen: object({
    display: number,
    /** Displays that the device reported as missing. */
    absent: arrayOf(number),
    /** Size in pixels of the coordinate space of gestures; undefined until known. */
    size: maybe(object({ width: number, height: number })),
    picture: maybe(picture),
    /** Interval between screenshots in milliseconds; 0 takes them only on demand and after gestures, `LIVE` at once. */
    everyMs: number,
  }),
  /** Screen elements while they are shown, with the reason if they cannot be read, and the number of the read. */
  elements: maybe(object({ list: arrayOf(screenElement), problem: maybe(text), read: number })),
  /** Set while the user picks an element for a step; `elements` is set as well. */
  pick: maybe(pickState),
  /** The element of the selected step, with the reason if the step may not find it. */
  outline: maybe(
    object({
      step: text,
      label: text,
      boxes: arrayOf(object({ left: number, top: number, right: number, bottom: number })),
      problem: maybe(text),
    }),
  ),
  /** Newest first. */
  log: arrayOf(logLine),
  place: placeState,
  replay: maybe(replayState),
  /** Set while the gestures on the device are recorded into a flow file. */
  recording: maybe(shownRecording),
  /** Devices that repeat the gestures of this one. */
  mirrors: arrayOf(mirrorLine),
});

/** The parts that a state leaves out if they have not changed. */
const addedState = object({
  /** Read apart from the session. */
  screenRecordings: maybe(screenRecordingsState),
  /** The bytes of the picture. */
  pictureBytes: maybe(bytes),
  /** True while a question of a device panel waits for an answer, so that no key reaches the device. */
  asks: maybe(flag),
  /** The number of runs that have begun while the panel is open. */
  runs: maybe(number),
  /** The sections that were opened or folded in the panels before, when a page opens. */
  sections: maybe(arrayOf(object({ section: text, isOpened: flag }))),
});

/** The state that the device panel shows. */
export type PanelState = Shaped<typeof sessionState> & Partial<Shaped<typeof addedState>>;

export const panelState: Guard<PanelState> = (value): value is PanelState =>
  sessionState(value) && addedState(value);

/** The webview state that identifies the device of a panel after a window reload. */
export const keptDevice = object({ device: object({ id: text, connectionId: text }) });

export const devicePanelProtocol: Protocol<PanelRequest, PanelState> = {
  request: panelRequest,
  state: panelState,
};

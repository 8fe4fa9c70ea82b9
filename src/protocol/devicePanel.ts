import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import { placeRequest, placeState } from './devicePlace.ts';
import type { Protocol } from './envelope.ts';
import { mirrorLine, recorderRequest, replayState } from './recorder.ts';
import { anyOf, flag, listOf, maybe, number, object, oneOf, type Shape, type Shaped, text } from './shape.ts';

const point = object({ x: number, y: number });

/** A gesture of a person on a device. */
export const deviceGesture: Shape<DeviceGesture> = anyOf(
  object({ kind: oneOf('tap'), at: point, stealth: flag }),
  object({ kind: oneOf('swipe'), from: point, to: point, duration: number, stealth: flag }),
  object({ kind: oneOf('text'), text, stealth: flag, secret: maybe(flag) }),
  object({ kind: oneOf('clear') }),
  object({ kind: oneOf('key'), key: number }),
  object({ kind: oneOf('global'), button: oneOf('back', 'home', 'recents') }),
  object({ kind: oneOf('locate'), latitude: number, longitude: number }),
  object({ kind: oneOf('resetLocation') }),
);

/** What can be done about a screen that cannot be shown. */
export const SITUATION_ACTS = ['retry', 'resume', 'wake', 'signIn', 'connection', 'firstDisplay'] as const;
/** One of the things that can be done about a screen that cannot be shown. */
export type SituationAct = (typeof SITUATION_ACTS)[number];

/**
 * What the page of a device asks of its host. `picture` is answered by the bytes of a PNG or null, `field` by a
 * FieldKind, `perform` and `paste` by null once the device has done it; all others by null.
 */
export const panelRequest = anyOf(
  object({ kind: oneOf('open', 'refresh', 'clearLog', 'field') }),
  object({ kind: oneOf('perform'), gesture: deviceGesture }),
  object({ kind: oneOf('picture'), number }),
  object({ kind: oneOf('display'), display: number }),
  object({ kind: oneOf('rate'), everyMs: number }),
  object({ kind: oneOf('inspect'), on: flag }),
  object({ kind: oneOf('copy'), text }),
  /** Types the text of the clipboard. */
  object({ kind: oneOf('paste'), stealth: flag }),
  object({ kind: oneOf('act'), act: oneOf(...SITUATION_ACTS) }),
  /** Answered as the request about the place is. */
  object({ kind: oneOf('place'), request: placeRequest }),
  recorderRequest,
);
/** A request of the page of a device. */
export type PanelRequest = Shaped<typeof panelRequest>;

/** What has the focus on the device: a field, a password field, nothing, or it does not tell. */
export const fieldKind = oneOf('text', 'password', 'none', 'unknown');
/** What has the focus on the device. */
export type FieldKind = Shaped<typeof fieldKind>;

/** Why the screen cannot be shown now, and what can be done about it. */
export const situation = object({
  icon: text,
  title: text,
  sentence: text,
  acts: listOf(object({ act: oneOf(...SITUATION_ACTS), label: text })),
});
/** Why the screen cannot be shown now. */
export type Situation = Shaped<typeof situation>;

/** A picture of the screen; its bytes are asked for by its number. */
export const picture = object({
  number,
  display: number,
  /** When it came, in milliseconds of the epoch. */
  takenAt: number,
});
/** A picture of the screen. */
export type Picture = Shaped<typeof picture>;

/** An element of the screen, without the text of one that holds a password. */
export const screenElement = object({
  left: number,
  top: number,
  right: number,
  bottom: number,
  /** How deep it lies in others. */
  depth: number,
  /** What it is and says, for people. */
  name: text,
  facts: listOf(object({ name: text, value: text })),
});
/** An element of the screen. */
export type ScreenElement = Shaped<typeof screenElement>;

/** A gesture of the log. Text typed as a password is never in it. */
export const logLine = object({
  /** Counts the gestures of the device in this window. */
  number,
  at: number,
  display: number,
  gesture: deviceGesture,
  state: oneOf('waiting', 'done', 'failed'),
  /** How long the device took to answer, in milliseconds. */
  ms: maybe(number),
  error: maybe(text),
});
/** A gesture of the log. */
export type LogLine = Shaped<typeof logLine>;

/** What the page of a device shows. */
export const panelState = object({
  device: object({
    id: text,
    name: text,
    state: text,
    kind: text,
    /** Name of the connection, and what tells it from others. */
    connection: text,
    connectionId: text,
  }),
  /** Capabilities that the device says it lacks. */
  lacks: listOf(text),
  situation: maybe(situation),
  screen: object({
    display: number,
    /** Displays that the device said it does not have. */
    absent: listOf(number),
    /** Pixels that gestures are told in; undefined until they are known. */
    size: maybe(object({ width: number, height: number })),
    picture: maybe(picture),
    reading: flag,
    /** Time between two pictures in milliseconds; 0 where they are taken on demand and after gestures. */
    everyMs: number,
  }),
  /** Elements of the screen while they are looked at, with the reason where they cannot be read. */
  elements: maybe(object({ list: listOf(screenElement), problem: maybe(text) })),
  /** Newest first. */
  log: listOf(logLine),
  place: placeState,
  replay: maybe(replayState),
  /** The devices that go along. */
  mirrors: listOf(mirrorLine),
});
/** What the page of a device shows. */
export type PanelState = Shaped<typeof panelState>;

/** What a page keeps that tells, after a reload of the window, which device it showed. */
export const keptDevice = object({ device: object({ id: text, connectionId: text }) });

/** The words of the page of a device and its host. */
export const devicePanelProtocol: Protocol<PanelRequest, PanelState> = {
  request: panelRequest,
  state: panelState,
};

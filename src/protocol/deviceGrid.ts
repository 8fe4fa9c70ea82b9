import { deviceGesture, screenStatus, screenStatusAction } from './devicePanel.ts';
import type { Protocol } from './envelope.ts';
import { anyOf, flag, arrayOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/**
 * A request from the page of a device grid. `picture` returns PNG bytes or null, all others null. `perform` returns once
 * the device, or all devices of the grid, have performed the gesture.
 */
export const gridRequest = anyOf(
  object({ kind: oneOf('open', 'rejoin') }),
  /** The tiles in view, by the IDs of their devices. */
  object({ kind: oneOf('see'), ids: arrayOf(text) }),
  object({ kind: oneOf('picture'), id: text, number }),
  object({ kind: oneOf('perform'), id: text, gesture: deviceGesture }),
  object({ kind: oneOf('act'), id: text, act: screenStatusAction }),
  object({ kind: oneOf('openPanel'), id: text }),
  object({ kind: oneOf('actOnAll'), on: flag }),
);
export type GridRequest = Shaped<typeof gridRequest>;

/** The result of the last gesture that was performed on all devices, for one of them. */
const gridOutcome = object({
  /** `paused` after an earlier failure. */
  state: oneOf('waiting', 'done', 'failed', 'paused'),
  error: maybe(text),
  /** The element that was tapped on the device of the gesture, if another one was tapped here. */
  expected: maybe(text),
  /** True if the tapped element was not found on this device, so that the scaled point was tapped. */
  usedPoint: flag,
});
export type GridOutcome = Shaped<typeof gridOutcome>;

/** A device of the grid. */
const gridTile = object({
  id: text,
  name: text,
  /** Empty if unknown. */
  state: text,
  situation: maybe(screenStatus),
  /** Size in pixels of the coordinate space of gestures; undefined until known. */
  size: maybe(object({ width: number, height: number })),
  /** The number of the picture, which changes only with its content. */
  picture: maybe(number),
  outcome: maybe(gridOutcome),
});
export type TileState = Shaped<typeof gridTile>;

/** The state that a device grid shows. */
export const gridState = object({
  connection: object({ id: text, name: text }),
  tiles: arrayOf(gridTile),
  actOnAll: flag,
  /** The last gesture that was performed on all devices, and the device on which it was made. */
  last: maybe(object({ gesture: text, id: text })),
});
export type GridState = Shaped<typeof gridState>;

/** The webview state that identifies the devices of a grid after a window reload. */
export const keptGrid = object({ connectionId: text, deviceIds: arrayOf(text) });
export type KeptGrid = Shaped<typeof keptGrid>;

export const deviceGridProtocol: Protocol<GridRequest, GridState> = {
  request: gridRequest,
  state: gridState,
};

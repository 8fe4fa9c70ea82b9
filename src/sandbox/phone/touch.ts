import { applyInput } from './applyEffect.ts';
import { clamp, type Point, type TimedPoint } from './geometry.ts';
import { layoutDisplay } from './layout/layoutDisplay.ts';
import { metersPerUnit } from './layout/mapDrawing.ts';
import { type Display, displayOf, type PhoneState } from './state.ts';
import { type VisibleWidget, widgetsAt } from './visible.ts';
import type { Scrolling, Widget } from './widget.ts';
import type { ScreenContext } from './screenContext.ts';

/** The minimum movement of a swipe, in device pixels (spec 4.9). */
const STILL_PX = 5;
/** The minimum duration of a long press, in milliseconds. */
const LONG_PRESS_MS = 300;
/** The minimum movement for closing a card or turning a page, in density-independent units. */
const FLICK_UNITS = 48;

/** Taps a point of a display, in device pixels; has no effect on an unknown display. */
export function tap(state: PhoneState, context: ScreenContext, displayId: number, point: Point): PhoneState {
  return press(state, context, displayId, [{ ...point, ms: 0 }], 'tap');
}

/**
 * Moves a finger along a path in device pixels: scrolls lists, turns pages, moves the map, closes recent apps. A path
 * of less than 5 pixels is a long press from 300 ms on, otherwise a tap.
 */
export function swipe(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  path: readonly TimedPoint[],
): PhoneState {
  const display = displayOf(state, displayId);
  const [start] = path;
  const end = path.at(-1);
  if (!display || !start || !end) return state;
  if (!hasMoved(path))
    return press(state, context, displayId, path, end.ms >= LONG_PRESS_MS ? 'longPress' : 'tap');
  const layout = layoutDisplay(state, context, display);
  const { density } = layout.display;
  const moved = { x: (end.x - start.x) / density, y: (end.y - start.y) / density };
  const under = widgetsAt(layout, start).map(({ widget }) => widget);
  return { ...applySwipe(state, under, moved), trail: { displayId, points: path } };
}

/** Long-presses the start of a path in device pixels, however far the finger drifts. */
export function longPress(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  path: readonly TimedPoint[],
): PhoneState {
  return press(state, context, displayId, path, 'longPress');
}

/** Returns true if a path moves far enough from its start to be a swipe. */
function hasMoved(path: readonly Point[]): boolean {
  const [start] = path;
  return start !== undefined && path.some(({ x, y }) => Math.hypot(x - start.x, y - start.y) >= STILL_PX);
}

function press(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  points: readonly TimedPoint[],
  kind: 'tap' | 'longPress',
): PhoneState {
  const display = displayOf(state, displayId);
  const [start] = points;
  if (!display || !start) return state;
  const target = touched(state, context, display, start).find(({ widget }) => widget[kind] ?? widget.tap);
  const effect = target?.widget[kind] ?? target?.widget.tap;
  return { ...(effect ? applyInput(state, effect) : state), trail: { displayId, points } };
}

function touched(
  state: PhoneState,
  context: ScreenContext,
  display: Display,
  point: Point,
): readonly VisibleWidget[] {
  return widgetsAt(layoutDisplay(state, context, display), point);
}

function applySwipe(state: PhoneState, under: readonly Widget[], moved: Point): PhoneState {
  const sideways = Math.abs(moved.x) > Math.abs(moved.y);
  for (const { swipeUp, pannable, scrolling } of under) {
    if (swipeUp && !sideways && moved.y < -FLICK_UNITS) return applyInput(state, swipeUp);
    if (pannable) return pan(state, moved);
    if (scrolling && (scrolling.axis === 'horizontal') === sideways) return scroll(state, scrolling, moved);
  }
  return state;
}

function pan(state: PhoneState, moved: Point): PhoneState {
  const meters = metersPerUnit(state.map.zoom);
  const { east, north, zoom } = state.map;
  return { ...state, map: { zoom, east: east - moved.x * meters, north: north + moved.y * meters } };
}

function scroll(state: PhoneState, { key, axis, unit, offset, max }: Scrolling, moved: Point): PhoneState {
  const along = axis === 'horizontal' ? moved.x : moved.y;
  const flick = Math.abs(along) < FLICK_UNITS ? 0 : -Math.sign(along);
  const to = clamp(offset + (unit === 'page' ? flick : -along), 0, max);
  return { ...state, scroll: { ...state.scroll, [key]: to } };
}

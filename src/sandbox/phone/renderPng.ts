import { drawShapes } from './draw/drawShapes.ts';
import { encodePng } from './draw/png.ts';
import { createRaster, crop } from './draw/raster.ts';
import { disc, type Shape } from './draw/shape.ts';
import type { Bounds } from './geometry.ts';
import { displayBounds, paintOrder } from './visible.ts';
import { layoutDisplay } from './layout/layoutDisplay.ts';
import { displayOf, type Display, type PhoneState } from './state.ts';
import type { ScreenContext } from './screenContext.ts';

/** The options of a rendering: the display, and `hideOverlay` to omit the trail of the last gesture (wire facts 9). */
interface RenderOptions {
  readonly displayId?: number;
  readonly hideOverlay?: boolean;
  /** The area to render, in whole device pixels; the entire display by default. */
  readonly area?: Bounds | undefined;
}

/** Renders a display, or an area of it, as a PNG of the same size in pixels; undefined for an unknown display. */
export function renderPng(
  state: PhoneState,
  context: ScreenContext,
  options: RenderOptions = {},
): Buffer | undefined {
  const known = displayOf(state, options.displayId ?? 0);
  if (known === undefined) return undefined;
  const layout = layoutDisplay(state, context, known);
  const { display } = layout;
  const raster = createRaster(display.width, display.height);
  const whole = displayBounds(layout);
  drawShapes(raster, layout.background, display.density, whole);
  for (const { widget, clip } of paintOrder(layout)) drawShapes(raster, widget.shapes, display.density, clip);
  if (options.hideOverlay !== true) drawShapes(raster, trailShapes(state, display), display.density, whole);
  return encodePng(options.area ? crop(raster, options.area) : raster);
}

/** Returns the last gesture as a translucent line that ends at the lift point. */
function trailShapes({ trail }: PhoneState, display: Display): Shape[] {
  if (trail?.displayId !== display.id) return [];
  const points = trail.points.map(({ x, y }) => ({ x: x / display.density, y: y / display.density }));
  const end = points.at(-1);
  if (end === undefined) return [];
  const touch = [disc(end.x, end.y, 20, '#ff5a4f40'), disc(end.x, end.y, 9, '#ff5a4fb3')];
  return points.length === 1 ? touch : [{ kind: 'line', points, width: 6, paint: '#ff5a4f73' }, ...touch];
}

import { drawShapes } from './draw/drawShapes.ts';
import { encodePng } from './draw/png.ts';
import { createRaster, cropped } from './draw/raster.ts';
import { disc, type Shape } from './draw/shape.ts';
import type { Bounds } from './geometry.ts';
import { displayBounds, paintOrder } from './visible.ts';
import { layoutDisplay } from './layout/layoutDisplay.ts';
import { displayOf, type Display, type PhoneState } from './state.ts';
import type { World } from './world.ts';

/** Which display a picture shows, and whether the trail of the last gesture is left out (wire facts 9). */
export interface RenderOptions {
  readonly displayId?: number;
  readonly hideOverlay?: boolean;
  /** The part that is wanted, in whole device pixels on the display; all of it unless given. */
  readonly area?: Bounds | undefined;
}

/** The screen of a display, or the part wanted, as a PNG in its own size; undefined where there is no such display. */
export function renderPng(state: PhoneState, world: World, options: RenderOptions = {}): Buffer | undefined {
  const display = displayOf(state, options.displayId ?? 0);
  if (display === undefined) return undefined;
  const layout = layoutDisplay(state, world, display);
  const raster = createRaster(display.width, display.height);
  const whole = displayBounds(layout);
  drawShapes(raster, layout.background, display.density, whole);
  for (const { widget, clip } of paintOrder(layout)) drawShapes(raster, widget.shapes, display.density, clip);
  if (options.hideOverlay !== true) drawShapes(raster, trailShapes(state, display), display.density, whole);
  return encodePng(options.area ? cropped(raster, options.area) : raster);
}

/** The last gesture as a translucent line that ends where the finger left the screen. */
function trailShapes({ trail }: PhoneState, display: Display): Shape[] {
  if (trail?.displayId !== display.id) return [];
  const points = trail.points.map(({ x, y }) => ({ x: x / display.density, y: y / display.density }));
  const end = points.at(-1);
  if (end === undefined) return [];
  const touch = [disc(end.x, end.y, 20, '#ff5a4f40'), disc(end.x, end.y, 9, '#ff5a4fb3')];
  return points.length === 1 ? touch : [{ kind: 'line', points, width: 6, paint: '#ff5a4f73' }, ...touch];
}

import { encodePng } from './draw/png.ts';
import { crop, type Raster } from './draw/raster.ts';
import { type DrawnShape, ScreenDrawing } from './draw/screenDrawing.ts';
import { disc, type Shape } from './draw/shape.ts';
import type { Rectangle } from './geometry.ts';
import { displayBounds, paintOrder } from './visible.ts';
import { type DisplayLayout, layoutDisplay } from './layout/layoutDisplay.ts';
import { displayOf, type Display, type PhoneState } from './state.ts';
import type { ScreenContext } from './screenContext.ts';

/** The options of a rendering: the display, and `hideOverlay` to omit the trail of the last gesture (wire facts 9). */
export interface RenderOptions {
  readonly displayId?: number;
  readonly hideOverlay?: boolean;
  /** The area to render, in whole device pixels; the entire display by default. */
  readonly area?: Rectangle | undefined;
}

/**
 * Renders a display, or an area of it, as a PNG of the same size in pixels; undefined for an unknown display. A drawing
 * that rendered the same display before is faster.
 */
export function renderPng(
  state: PhoneState,
  context: ScreenContext,
  options: RenderOptions = {},
  drawing = new ScreenDrawing(),
): Buffer | undefined {
  const picture = layOutPicture(state, context, options);
  if (!picture) return undefined;
  const { shapes, display } = picture;
  const { area } = options;
  return area ? encodePng(crop(drawing.draw(shapes, display), area)) : drawing.png(shapes, display);
}

/** Draws an entire display, smaller by a factor if one is given; undefined for an unknown display. */
export function drawDisplay(
  state: PhoneState,
  context: ScreenContext,
  options: Omit<RenderOptions, 'area'> & { readonly scale?: number },
): Raster | undefined {
  const picture = layOutPicture(state, context, options);
  return picture && new ScreenDrawing().draw(picture.shapes, picture.display);
}

function layOutPicture(
  state: PhoneState,
  context: ScreenContext,
  { displayId = 0, hideOverlay = false, scale = 1 }: RenderOptions & { readonly scale?: number },
): { readonly shapes: readonly DrawnShape[]; readonly display: Display } | undefined {
  const known = displayOf(state, displayId);
  if (known === undefined) return undefined;
  const shown = {
    ...known,
    width: Math.round(known.width * scale),
    height: Math.round(known.height * scale),
    density: known.density * scale,
  };
  const layout = layoutDisplay(state, context, shown);
  const { display } = layout;
  return { shapes: [...drawnShapes(layout), ...(hideOverlay ? [] : trailOf(state, layout, scale))], display };
}

/** Returns the shapes of the background and of all widgets, from back to front. */
function drawnShapes(layout: DisplayLayout): DrawnShape[] {
  const clip = displayBounds(layout);
  return [
    ...layout.background.map(shape => ({ shape, clip })),
    ...paintOrder(layout).flatMap(({ widget, clip: part }) =>
      widget.shapes.map(shape => ({ shape, clip: part })),
    ),
  ];
}

function trailOf(state: PhoneState, layout: DisplayLayout, scale: number): DrawnShape[] {
  const clip = displayBounds(layout);
  return trailShapes(state, layout.display, scale).map(shape => ({ shape, clip }));
}

/** Returns the last gesture as a translucent line that ends at the lift point. */
function trailShapes({ trail }: PhoneState, display: Display, scale: number): Shape[] {
  if (trail?.displayId !== display.id) return [];
  const unit = display.density / scale;
  const points = trail.points.map(({ x, y }) => ({ x: x / unit, y: y / unit }));
  const end = points.at(-1);
  if (end === undefined) return [];
  const touch = [disc(end.x, end.y, 20, '#ff5a4f40'), disc(end.x, end.y, 9, '#ff5a4fb3')];
  return points.length === 1 ? touch : [{ kind: 'line', points, width: 6, paint: '#ff5a4f73' }, ...touch];
}

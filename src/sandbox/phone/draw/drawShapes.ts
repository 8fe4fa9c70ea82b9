import { intersect, isEmpty, toPixels, type Rectangle, type Point } from '../geometry.ts';
import { placeGlyphs, textWidth } from './font.ts';
import { fillBounds, fillPolygons, type Raster, type Rgba, type RowPaint } from './raster.ts';
import type { Color, Paint, Shape, TextShape } from './shape.ts';

/** Draws a shape given in density-independent units; `clip` is in device pixels. */
export function drawShape(raster: Raster, shape: Shape, density: number, clip: Rectangle): void {
  switch (shape.kind) {
    case 'box': {
      const bounds = toPixels(shape, density);
      const paint = rowPaint(shape.paint, bounds.top, bounds.bottom);
      if (shape.radius === 0) fillBounds(raster, intersect(bounds, clip), paint);
      else fillRoundedBox(raster, bounds, shape.radius * density, clip, paint);
      return;
    }
    case 'area': {
      const points = shape.points.map(point => scaled(point, density));
      const rows = points.map(point => point.y);
      fillPolygons(raster, [points], clip, rowPaint(shape.paint, Math.min(...rows), Math.max(...rows)));
      return;
    }
    case 'line': {
      const points = shape.points.map(point => scaled(point, density));
      fillPolygons(raster, stroke(points, (shape.width * density) / 2), clip, rowPaint(shape.paint, 0, 1));
      return;
    }
    case 'text':
      drawText(raster, shape, density, clip);
  }
}

function drawText(raster: Raster, shape: TextShape, density: number, clip: Rectangle): void {
  const size = shape.size * density;
  const width = textWidth(shape.text, size, shape.weight);
  const shift = shape.align === 'start' ? 0 : shape.align === 'middle' ? width / 2 : width;
  const left = shape.x * density - shift;
  const baseline = Math.round(shape.y * density);
  const paint = rowPaint(shape.paint, 0, 1);
  for (const glyph of placeGlyphs(shape.text, shape.weight)) {
    const start = left + glyph.x * size;
    if (start > clip.right || start + 2 * size < clip.left) continue;
    const outlines = glyph.outlines.map(outline =>
      outline.map(point => ({ x: start + point.x * size, y: baseline - point.y * size })),
    );
    fillPolygons(raster, outlines, clip, paint);
  }
}

function scaled(point: Point, density: number): Point {
  return { x: point.x * density, y: point.y * density };
}

/** Returns points on an arc between two angles, in radians clockwise from the right. */
function arc(center: Point, radius: number, from: number, to: number): Point[] {
  const pieces = Math.max(Math.ceil((Math.abs(to - from) * Math.sqrt(radius)) / 0.9), 1);
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const angle = from + ((to - from) * index) / pieces;
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
  });
}

/** Fills a box with round corners. Only the rows with corners are polygons, which take longer. */
function fillRoundedBox(
  raster: Raster,
  bounds: Rectangle,
  longestRadius: number,
  clip: Rectangle,
  paint: RowPaint,
): void {
  const { left, top, right, bottom } = bounds;
  const radius = Math.min(longestRadius, (right - left) / 2, (bottom - top) / 2);
  const outline = [roundedBox(bounds, radius)];
  const middle = { ...bounds, top: top + Math.ceil(radius), bottom: bottom - Math.ceil(radius) };
  if (isEmpty(middle)) {
    fillPolygons(raster, outline, clip, paint);
    return;
  }
  fillPolygons(raster, outline, intersect({ ...bounds, bottom: middle.top }, clip), paint);
  fillBounds(raster, intersect(middle, clip), paint);
  fillPolygons(raster, outline, intersect({ ...bounds, top: middle.bottom }, clip), paint);
}

function roundedBox({ left, top, right, bottom }: Rectangle, radius: number): Point[] {
  const quarter = Math.PI / 2;
  return [
    ...arc({ x: right - radius, y: bottom - radius }, radius, 0, quarter),
    ...arc({ x: left + radius, y: bottom - radius }, radius, quarter, 2 * quarter),
    ...arc({ x: left + radius, y: top + radius }, radius, 2 * quarter, 3 * quarter),
    ...arc({ x: right - radius, y: top + radius }, radius, 3 * quarter, 4 * quarter),
  ];
}

/** Returns one polygon per line segment, with round ends and uniform orientation. */
function stroke(points: readonly Point[], radius: number): Point[][] {
  return points.slice(1).map((end, index) => {
    const start = points[index] ?? end;
    const angle = Math.atan2(end.y - start.y, end.x - start.x);
    const quarter = Math.PI / 2;
    return [
      ...arc(end, radius, angle - quarter, angle + quarter),
      ...arc(start, radius, angle + quarter, angle + 3 * quarter),
    ];
  });
}

/** Returns the color of each row of a shape between the rows `top` and `bottom`. */
function rowPaint(paint: Paint, top: number, bottom: number): RowPaint {
  if (typeof paint === 'string') {
    const color = readColor(paint);
    return () => color;
  }
  const from = readColor(paint.top);
  const to = readColor(paint.bottom);
  return row => {
    const along = Math.min(Math.max((row - top) / Math.max(bottom - top, 1), 0), 1);
    const mix = (channel: 0 | 1 | 2 | 3): number => from[channel] + (to[channel] - from[channel]) * along;
    return [mix(0), mix(1), mix(2), mix(3)];
  };
}

function readColor(color: Color): Rgba {
  const part = (index: number): number => Number.parseInt(color.slice(index, index + 2), 16);
  return [part(1), part(3), part(5), color.length > 7 ? part(7) / 255 : 1];
}

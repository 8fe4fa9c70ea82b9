import type { Rectangle, Point } from '../geometry.ts';
import type { FontWeight } from './font.ts';

/** A color in the format `#rrggbb` or `#rrggbbaa`. */
export type Color = `#${string}`;

/** A color, or a gradient from the top of a shape to its bottom. */
export type Paint = Color | { readonly top: Color; readonly bottom: Color };

/** A single line of text; `y` is the baseline and `size` the font size. */
export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: FontWeight;
  readonly paint: Color;
  /** The part of the text at `x`. */
  readonly align: 'start' | 'middle' | 'end';
}

/** A shape to draw, in density-independent units from the display's upper left corner. */
export type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      readonly paint: Paint;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly width: number;
      readonly paint: Color;
    }
  | { readonly kind: 'area'; readonly points: readonly Point[]; readonly paint: Paint }
  | TextShape;

/** Creates a filled rectangle with optional rounded corners. */
export function box(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): Shape {
  return { kind: 'box', x, y, width, height, radius: Math.min(radius, width / 2, height / 2), paint };
}

/** Creates a filled circle from its center and radius. */
export function disc(x: number, y: number, radius: number, paint: Paint): Shape {
  return box(x - radius, y - radius, radius * 2, radius * 2, paint, radius);
}

/** Creates a line through [x, y] points, with round ends and joints. */
export function line(width: number, paint: Color, ...pairs: readonly (readonly [number, number])[]): Shape {
  return { kind: 'line', points: pairs.map(([x, y]) => ({ x, y })), width, paint };
}

/** Creates a filled polygon from [x, y] points. */
export function area(paint: Paint, ...pairs: readonly (readonly [number, number])[]): Shape {
  return { kind: 'area', points: pairs.map(([x, y]) => ({ x, y })), paint };
}

/** Creates the outline of a circle. */
export function ring(x: number, y: number, radius: number, width: number, paint: Color): Shape {
  const corners = 32;
  const points = Array.from({ length: corners + 1 }, (_, index): [number, number] => {
    const angle = (index / corners) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return line(width, paint, ...points);
}

/** Creates a single line of text with its baseline at `y`, by default regular and starting at `x`. */
export function textShape(
  x: number,
  y: number,
  content: string,
  size: number,
  paint: Color,
  options: { readonly weight?: FontWeight; readonly align?: TextShape['align'] } = {},
): Shape {
  return {
    kind: 'text',
    x,
    y,
    text: content,
    size,
    weight: options.weight ?? 'regular',
    paint,
    align: options.align ?? 'start',
  };
}

/** Returns true if nothing can be seen through a paint. */
export function isOpaque(paint: Paint): boolean {
  const colors = typeof paint === 'string' ? [paint] : [paint.top, paint.bottom];
  return colors.every(color => color.length === '#rrggbb'.length);
}

/** The part of the font size that no character exceeds above or below its baseline. */
const TALLEST = 1.25;

/** Returns the rows of device pixels that a shape can cover, over the entire width. */
export function rowsOf(shape: Shape, density: number): Rectangle {
  const [top, bottom] = extentOf(shape);
  const [left, right] = [-Infinity, Infinity];
  return { left, top: Math.floor(top * density) - 1, right, bottom: Math.ceil(bottom * density) + 1 };
}

function extentOf(shape: Shape): readonly [top: number, bottom: number] {
  switch (shape.kind) {
    case 'box':
      return [shape.y, shape.y + shape.height];
    case 'text':
      return [shape.y - shape.size * TALLEST, shape.y + shape.size * TALLEST];
    case 'line':
    case 'area': {
      const around = shape.kind === 'line' ? shape.width / 2 : 0;
      const rows = shape.points.map(({ y }) => y);
      return [Math.min(...rows) - around, Math.max(...rows) + around];
    }
  }
}

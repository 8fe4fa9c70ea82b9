import type { Point } from '../geometry.ts';
import type { FontWeight } from './font.ts';

/** A colour as `#rrggbb` or `#rrggbbaa`. */
export type Colour = `#${string}`;

/** One colour, or two that blend from the top of a shape to its bottom. */
export type Paint = Colour | { readonly top: Colour; readonly bottom: Colour };

/** Text on one line; `y` is the baseline and `size` the font size. */
export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: FontWeight;
  readonly paint: Colour;
  /** Which part of the text stands at `x`. */
  readonly align: 'start' | 'middle' | 'end';
}

/** Something to draw, in density-independent units from the display's upper left corner. */
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
      readonly paint: Colour;
    }
  | { readonly kind: 'area'; readonly points: readonly Point[]; readonly paint: Paint }
  | TextShape;

/** A filled rectangle with round corners. */
export function box(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): Shape {
  return { kind: 'box', x, y, width, height, radius: Math.min(radius, width / 2, height / 2), paint };
}

/** A filled circle around a centre. */
export function disc(x: number, y: number, radius: number, paint: Paint): Shape {
  return box(x - radius, y - radius, radius * 2, radius * 2, paint, radius);
}

/** A line through points given as x, y pairs, with round ends and joints. */
export function line(width: number, paint: Colour, ...pairs: readonly (readonly [number, number])[]): Shape {
  return { kind: 'line', points: pairs.map(([x, y]) => ({ x, y })), width, paint };
}

/** A filled polygon through points given as x, y pairs. */
export function area(paint: Paint, ...pairs: readonly (readonly [number, number])[]): Shape {
  return { kind: 'area', points: pairs.map(([x, y]) => ({ x, y })), paint };
}

/** A circle's outline around a centre. */
export function ring(x: number, y: number, radius: number, width: number, paint: Colour): Shape {
  const corners = 32;
  const points = Array.from({ length: corners + 1 }, (_, index): [number, number] => {
    const angle = (index / corners) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return line(width, paint, ...points);
}

/** Text on one line, its baseline at `y`, regular and starting at `x` unless told otherwise. */
export function text(
  x: number,
  y: number,
  content: string,
  size: number,
  paint: Colour,
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

import { area, box, line, textShape, type Color, type Shape } from '../draw/shape.ts';
import type { Box } from '../geometry.ts';
import type { MapView } from '../state.ts';
import type { ScreenContext } from '../screenContext.ts';

const METERS_PER_DEGREE = 111_319.49;
const METERS_PER_UNIT_AT_ZOOM_0 = 156_543;
const CELL_AT_ZOOM_0 = 110 * 2 ** 17;
const LANDS: Readonly<
  Record<
    'light' | 'dark',
    Readonly<Record<'land' | 'street' | 'avenue' | 'park' | 'water' | 'house' | 'ink', Color>>
  >
> = {
  light: {
    land: '#f1eee8',
    street: '#ffffff',
    avenue: '#fbdc8f',
    park: '#cfe8c3',
    water: '#a9d3f0',
    house: '#e6e1d8',
    ink: '#7c8a74',
  },
  dark: {
    land: '#22262e',
    street: '#39404c',
    avenue: '#6b5c35',
    park: '#24402f',
    water: '#1b3a55',
    house: '#2a2f39',
    ink: '#8fa595',
  },
};

/** Returns the meters of the map projection per density-independent unit. */
export function metersPerUnit(zoom: number): number {
  return METERS_PER_UNIT_AT_ZOOM_0 / 2 ** zoom;
}

/** Projects a position to meters east and north on the map's Mercator projection. */
function project({ latitude, longitude }: ScreenContext['position']): { east: number; north: number } {
  const radians = (Math.min(Math.max(latitude, -85), 85) * Math.PI) / 180;
  const north = Math.log(Math.tan(Math.PI / 4 + radians / 2)) * (180 / Math.PI) * METERS_PER_DEGREE;
  return { east: longitude * METERS_PER_DEGREE, north };
}

/** Returns a repeatable pseudorandom number from 0 to 1 for two integers. */
function scatter(first: number, second: number): number {
  let mixed = Math.imul(first, 0x27d4eb2d) ^ Math.imul(second, 0x165667b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Draws a fictional town around the position, always the same: streets, parks, houses and rivers. */
export function mapDrawing(
  frame: Box,
  position: ScreenContext['position'],
  view: MapView,
  dark: boolean,
): Shape[] {
  const colors = LANDS[dark ? 'dark' : 'light'];
  const meters = metersPerUnit(view.zoom);
  const center = project(position);
  const west = center.east + view.east - (frame.width / 2) * meters;
  const top = center.north + view.north + (frame.height / 2) * meters;
  const cell = CELL_AT_ZOOM_0 / 2 ** view.zoom;
  const toX = (east: number): number => frame.x + (east - west) / meters;
  const toY = (north: number): number => frame.y + (top - north) / meters;
  const lines = (from: number, to: number, seed: number): Street[] => {
    const first = Math.floor(from / cell) - 1;
    const count = Math.ceil((to - from) / cell) + 3;
    return Array.from({ length: count }, (_, step) => {
      const index = first + step;
      return { index, at: (index + 0.3 * scatter(index, seed)) * cell, wide: index % 4 === 0 };
    });
  };
  const columns = lines(west, west + frame.width * meters, 1);
  const rows = lines(top - frame.height * meters, top, 2);
  return [
    box(frame.x, frame.y, frame.width, frame.height, colors.land),
    ...blocks(columns, rows, { toX, toY, park: colors.park, house: colors.house, ink: colors.ink }),
    ...river(frame, west, top, meters, cell, colors.water),
    ...columns.map(({ at, wide }) => upright(toX(at), frame, wide, colors)),
    ...rows.map(({ at, wide }) => level(toY(at), frame, wide, colors)),
  ];
}

interface Street {
  readonly index: number;
  /** The offset of the street in projected meters. */
  readonly at: number;
  readonly wide: boolean;
}

interface Streets {
  readonly street: Color;
  readonly avenue: Color;
}

function upright(x: number, { y, height }: Box, wide: boolean, { street, avenue }: Streets): Shape {
  const width = wide ? 10 : 5;
  return box(x - width / 2, y, width, height, wide ? avenue : street);
}

function level(y: number, { x, width }: Box, wide: boolean, { street, avenue }: Streets): Shape {
  const height = wide ? 10 : 5;
  return box(x, y - height / 2, width, height, wide ? avenue : street);
}

/** Draws the blocks between the streets: parks, some with a label, and houses. */
function blocks(
  columns: readonly Street[],
  rows: readonly Street[],
  look: {
    toX: (east: number) => number;
    toY: (north: number) => number;
    park: Color;
    house: Color;
    ink: Color;
  },
): Shape[] {
  const shapes: Shape[] = [];
  for (const [index, column] of columns.slice(0, -1).entries()) {
    for (const [step, row] of rows.slice(0, -1).entries()) {
      const left = look.toX(column.at);
      const right = look.toX(columns[index + 1]?.at ?? column.at);
      const lower = look.toY(row.at);
      const upper = look.toY(rows[step + 1]?.at ?? row.at);
      const chance = scatter(column.index * 31, row.index * 17);
      if (chance < 0.14) {
        shapes.push(box(left, upper, right - left, lower - upper, look.park));
        if (chance < 0.07) {
          shapes.push(
            textShape((left + right) / 2, (upper + lower) / 2 + 4, 'Park', 11.5, look.ink, {
              align: 'middle',
            }),
          );
        }
      } else if (chance < 0.75) {
        const inset = 12 + 8 * scatter(column.index, row.index);
        const [width, height] = [right - left - 2 * inset, lower - upper - 2 * inset];
        if (width > 8 && height > 8)
          shapes.push(box(left + inset, upper + inset, width, height, look.house, 3));
      }
    }
  }
  return shapes;
}

/** Draws rivers that wind from south to north, one about every eleven blocks. */
function river(frame: Box, west: number, top: number, meters: number, cell: number, water: Color): Shape[] {
  const spacing = cell * 11;
  const reach = frame.width * meters;
  const first = Math.floor(west / spacing) - 1;
  const count = Math.ceil(reach / spacing) + 3;
  const steps = Math.ceil(frame.height / 14) + 1;
  return Array.from({ length: count }, (_, step) => {
    const middle = (first + step + 0.5) * spacing;
    const bank = (side: 1 | -1): [number, number][] =>
      Array.from({ length: steps }, (_unused, piece): [number, number] => {
        const y = frame.y + piece * 14;
        const north = top - (y - frame.y) * meters;
        const bend = 2.2 * Math.sin(north / (cell * 3.4)) + 0.8 * Math.sin(north / (cell * 1.3) + middle);
        const breadth = 0.42 + 0.1 * Math.sin(north / (cell * 2.1));
        return [frame.x + (middle + (bend + side * breadth) * cell - west) / meters, y];
      });
    return area(water, ...bank(-1), ...bank(1).reverse());
  });
}

/** Draws a scale bar for a round number of meters, with its lower left corner at x, y. */
export function drawScaleBar(x: number, y: number, view: MapView, ink: Color): Shape[] {
  const meters = metersPerUnit(view.zoom);
  const longest = 90 * meters;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = [5, 2, 1].map(step => step * power).find(step => step <= longest) ?? power;
  const end = x + length / meters;
  const label = length >= 1000 ? `${length / 1000} km` : `${length} m`;
  return [
    line(2, ink, [x, y - 6], [x, y], [end, y], [end, y - 6]),
    textShape(x + 6, y - 7, label, 11.5, ink, { weight: 'semibold' }),
  ];
}

import { type GeoContext, geoMercator, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { SHAPE_UNITS } from './camera.ts';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The shape of a country and its bounding box, in SHAPE_UNITS. */
interface CountryShape {
  readonly path: Path2D;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** The countries of the world and their borders, as paths that are scaled when drawn. */
export interface WorldShapes {
  readonly countries: readonly CountryShape[];
  readonly borders: Path2D;
}

/** Converts an atlas to paths. */
export function toShapes(atlas: Topology<{ countries: GeometryCollection }>): WorldShapes {
  const projection = geoMercator()
    .scale(SHAPE_UNITS / (2 * Math.PI))
    .translate([0, 0]);
  const { countries } = atlas.objects;
  const pen = new Pen();
  const path = geoPath(projection, pen);
  const draw = (shape: GeoJSON.GeoJSON): CountryShape => {
    pen.begin();
    path(shape);
    return { path: pen.path, box: pen.box };
  };
  return {
    countries: feature(atlas, countries).features.map(draw),
    borders: draw(mesh(atlas, countries, (first, second) => first !== second)).path,
  };
}

/** Builds a path and its bounding box in one pass. */
class Pen implements GeoContext {
  path = new Path2D();
  box: [left: number, top: number, right: number, bottom: number] = [
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
  ];

  begin(): void {
    this.path = new Path2D();
    this.box = [Infinity, Infinity, -Infinity, -Infinity];
  }

  beginPath(): void {
    throw new Error('Paths begin with `begin`.');
  }

  moveTo(x: number, y: number): void {
    this.#extend(x, y);
    this.path.moveTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#extend(x, y);
    this.path.lineTo(x, y);
  }

  arc(x: number, y: number, radius: number, from: number, to: number): void {
    this.path.arc(x, y, radius, from, to);
  }

  closePath(): void {
    this.path.closePath();
  }

  #extend(x: number, y: number): void {
    const [left, top, right, bottom] = this.box;
    if (x < left) this.box[0] = x;
    if (y < top) this.box[1] = y;
    if (x > right) this.box[2] = x;
    if (y > bottom) this.box[3] = y;
  }
}

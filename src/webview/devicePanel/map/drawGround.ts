import type { Size } from '../../../util/pngSize.ts';
import { type Camera, CLOSEST_LAND, project, unproject, SHAPE_UNITS, pixelPointOf } from './camera.ts';
import type { Position } from '../../../util/geoText.ts';
import type { KnownPlace } from './gazetteer.ts';
import type { Palette } from './palette.ts';
import { degreeText, gridStep } from './measure.ts';
import type { WorldShapes } from './shapes.ts';

/** Width of the coastline if land and sea have the same color, in CSS pixels. */
const COAST_PX = 1.5;

/** A drawing context scaled to CSS pixels, with the view and the colors of the map. */
export interface MapDrawing {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly size: Size;
  readonly palette: Palette;
}

/** Draws sea, land and borders, or a plain background at zooms where the coastlines are too inaccurate. */
export function drawLand(
  { context, camera, size, palette }: MapDrawing,
  { countries, borders }: WorldShapes,
): void {
  if (camera.worldPixels > CLOSEST_LAND) {
    context.fillStyle = palette.halo;
    context.fillRect(0, 0, size.width, size.height);
    return;
  }
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, size.width, size.height);
  const stretch = camera.worldPixels / SHAPE_UNITS;
  const middle = project(camera);
  const [wide, high] = [size.width / 2 / stretch, size.height / 2 / stretch];
  const y = middle.y * SHAPE_UNITS;
  // The world repeats to the left and right.
  for (const turn of [-1, 0, 1]) {
    const x = (middle.x - turn) * SHAPE_UNITS;
    const seen = countries.filter(
      ({ box: [left, top, right, bottom] }) =>
        left < x + wide && right > x - wide && top < y + high && bottom > y - high,
    );
    if (seen.length === 0) continue;
    context.save();
    context.translate(size.width / 2 - x * stretch, size.height / 2 - y * stretch);
    context.scale(stretch, stretch);
    context.lineWidth = 0.75 / stretch;
    context.fillStyle = palette.land;
    context.strokeStyle = palette.border;
    for (const { path } of seen) context.fill(path);
    context.stroke(borders);
    if (palette.land === palette.sea) {
      context.lineWidth = COAST_PX / stretch;
      for (const { path } of seen) context.stroke(path);
    }
    context.restore();
  }
}

/** Draws lines of latitude and longitude; at close zoom, labels them at the left and the top. */
export function drawGrid({ context, camera, size, palette }: MapDrawing): void {
  const step = gridStep(camera, 90);
  const middle = project(camera);
  const half = size.width / 2 / camera.worldPixels;
  const top = unproject({
    x: 0,
    y: Math.max(-0.5, middle.y - size.height / 2 / camera.worldPixels),
  }).latitude;
  const bottom = unproject({
    x: 0,
    y: Math.min(0.5, middle.y + size.height / 2 / camera.worldPixels),
  }).latitude;
  context.strokeStyle = palette.grid;
  context.fillStyle = palette.text;
  context.lineWidth = 1;
  context.font = palette.font;
  const line = (...ends: readonly [number, number, number, number]): void => {
    context.beginPath();
    context.moveTo(ends[0], ends[1]);
    context.lineTo(ends[2], ends[3]);
    context.stroke();
  };
  // At far zoom the names of places say more than degrees.
  const named = step <= 5;
  for (let n = Math.ceil(((middle.x - half) * 360) / step); n * step <= (middle.x + half) * 360; n++) {
    const x = Math.round(size.width / 2 + ((n * step) / 360 - middle.x) * camera.worldPixels) + 0.5;
    line(x, 0, x, size.height);
    const longitude = ((((n * step + 180) % 360) + 360) % 360) - 180;
    // The corners are taken by the buttons and the scale.
    if (named && x < size.width - 80)
      label({ context, palette }, degreeText(longitude, step, ['E', 'W']), x + 3, 11);
  }
  for (let n = Math.ceil(bottom / step); n * step <= top; n++) {
    const y = Math.round(pixelPointOf({ latitude: n * step, longitude: 0 }, camera, size).y) + 0.5;
    line(0, y, size.width, y);
    if (named && y > 24 && y < size.height - 24)
      label({ context, palette }, degreeText(n * step, step, ['N', 'S']), 4, y - 4);
  }
}

/** The area of the buttons in the upper right corner, in pixels. */
const BUTTONS = { top: 0, bottom: 110, width: 40 };

/** Draws the names of places that fit behind or before their dots, best known first. */
export function drawPlaces(
  { context, camera, size, palette }: MapDrawing,
  places: readonly KnownPlace[],
  saved: readonly NamedPosition[],
): void {
  context.font = palette.font;
  // Closer zooms have space for less known places.
  const closeness = Math.max(1, camera.worldPixels / size.width);
  const known = places.slice(0, Math.round(14 * closeness ** 1.6));
  const boxOf = (place: NamedPosition): Box => {
    const { x, y } = pixelPointOf(place, camera, size);
    return { left: x - 4, top: y - 9, right: x + 9 + context.measureText(place.name).width, bottom: y + 9 };
  };
  // Names of saved places take precedence.
  const taken = [...saved.map(boxOf), { ...BUTTONS, left: size.width - BUTTONS.width, right: size.width }];
  for (const place of known) {
    const { x, y } = pixelPointOf(place, camera, size);
    if (x < 4 || y < 12 || x > size.width - 4 || y > size.height - 4) continue;
    const behind = boxOf(place);
    const before = { ...behind, left: 2 * x - behind.right, right: x + 4 };
    const box = [behind, before].find(
      name => name.left >= 0 && name.right <= size.width && !taken.some(other => overlap(name, other)),
    );
    if (!box) continue;
    taken.push(box);
    context.fillStyle = palette.text;
    context.beginPath();
    context.arc(x, y, 1.75, 0, 2 * Math.PI);
    context.fill();
    label({ context, palette }, place.name, box === behind ? x + 5 : box.left + 4, y + 4);
  }
}

/** Draws a text with a halo, legible on land, sea and lines. */
export function label(
  { context, palette }: Pick<MapDrawing, 'context' | 'palette'>,
  text: string,
  x: number,
  y: number,
): void {
  context.font = palette.font;
  context.lineJoin = 'round';
  context.save();
  context.strokeStyle = palette.halo;
  context.lineWidth = 3;
  context.strokeText(text, x, y);
  context.fillStyle = palette.text;
  context.fillText(text, x, y);
  context.restore();
}

/** A position with its label on the map. */
export type NamedPosition = Position & { readonly name: string };

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function overlap(first: Box, second: Box): boolean {
  return (
    first.left < second.right + 6 &&
    second.left < first.right + 6 &&
    first.top < second.bottom &&
    second.top < first.bottom
  );
}

import type { Position } from '../../../util/geoText.ts';
import { pixelPointOf } from './camera.ts';
import { label, type NamedPosition, type MapDrawing } from './drawGround.ts';
import { scaleBar } from './measure.ts';

/** The markers on the map. */
interface Marks {
  readonly device: Position | undefined;
  /** Position selected by the user. */
  readonly picked: Position | undefined;
  readonly saved: readonly NamedPosition[];
  /** Positions of the open track. */
  readonly track: readonly Position[];
  /** True if the center is marked, which Enter selects. */
  readonly middle: boolean;
}

/** Draws the track, saved places, the device, the picked position and the center, in this order. */
export function drawMarks(drawing: MapDrawing, { device, picked, saved, track, middle }: Marks): void {
  drawTrack(drawing, track);
  for (const place of saved) drawSaved(drawing, place);
  if (device) drawDevice(drawing, device);
  if (picked) drawPicked(drawing, picked);
  if (middle) drawMiddle(drawing);
}

/** Draws the scale bar in the lower left corner. */
export function drawScale({ context, camera, size, palette }: MapDrawing): void {
  const { pixels, label: text } = scaleBar(camera, 90);
  const [left, bottom] = [8, size.height - 8];
  haloed(context, { halo: [palette.halo, 4], line: [palette.text, 1.5] }, () => {
    context.moveTo(left, bottom - 4);
    context.lineTo(left, bottom);
    context.lineTo(left + pixels, bottom);
    context.lineTo(left + pixels, bottom - 4);
  });
  label({ context, palette }, text, left + 4, bottom - 5);
}

function drawTrack({ context, camera, size, palette }: MapDrawing, track: readonly Position[]): void {
  const spots = track.map(position => pixelPointOf(position, camera, size));
  context.lineJoin = 'round';
  haloed(context, { halo: [palette.halo, 5], line: [palette.track, 2.5] }, () => {
    spots.forEach(({ x, y }, index) => {
      const before = spots[index - 1];
      // A line across more than half of the world would cross the map; it continues on the next repetition.
      if (before && Math.abs(before.x - x) < camera.worldPixels / 2) context.lineTo(x, y);
      else context.moveTo(x, y);
    });
  });
}

function drawSaved(drawing: MapDrawing, place: NamedPosition): void {
  const { context, camera, size, palette } = drawing;
  const { x, y } = pixelPointOf(place, camera, size);
  context.fillStyle = palette.text;
  context.strokeStyle = palette.halo;
  context.lineWidth = 2;
  context.beginPath();
  for (let n = 0; n < 10; n++) {
    const [far, turn] = [n % 2 === 0 ? 6.5 : 2.7, (n * Math.PI) / 5 - Math.PI / 2];
    context.lineTo(x + far * Math.cos(turn), y + far * Math.sin(turn));
  }
  context.closePath();
  context.stroke();
  context.fill();
  label(drawing, place.name, x + 9, y + 4);
}

function drawDevice({ context, camera, size, palette }: MapDrawing, position: Position): void {
  const { x, y } = pixelPointOf(position, camera, size);
  context.beginPath();
  context.arc(x, y, 7, 0, 2 * Math.PI);
  context.fillStyle = palette.halo;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = palette.device;
  context.stroke();
  context.beginPath();
  context.arc(x, y, 3.5, 0, 2 * Math.PI);
  context.fillStyle = palette.device;
  context.fill();
}

function drawPicked({ context, camera, size, palette }: MapDrawing, position: Position): void {
  const { x, y } = pixelPointOf(position, camera, size);
  context.beginPath();
  context.arc(x, y - 15, 7, Math.PI * 0.85, Math.PI * 2.15);
  context.lineTo(x, y);
  context.closePath();
  context.lineWidth = 3;
  context.strokeStyle = palette.halo;
  context.stroke();
  context.fillStyle = palette.picked;
  context.fill();
  context.beginPath();
  context.arc(x, y - 15, 2.5, 0, 2 * Math.PI);
  context.fillStyle = palette.halo;
  context.fill();
}

function drawMiddle({ context, size, palette }: MapDrawing): void {
  const [x, y] = [Math.round(size.width / 2) + 0.5, Math.round(size.height / 2) + 0.5];
  haloed(context, { halo: [palette.halo, 4], line: [palette.text, 1.5] }, () => {
    for (const [across, down] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + 4 * across, y + 4 * down);
      context.lineTo(x + 13 * across, y + 13 * down);
    }
  });
}

/** A color and a width in pixels. */
type Stroke = readonly [style: string, width: number];

/** Draws a path twice: as a wide halo, then as a line on top. */
function haloed(
  context: CanvasRenderingContext2D,
  { halo, line }: { readonly halo: Stroke; readonly line: Stroke },
  way: () => void,
): void {
  for (const [style, width] of [halo, line]) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.beginPath();
    way();
    context.stroke();
  }
}

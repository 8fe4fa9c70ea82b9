import { secondsText } from '../../flow/run/outcomeText.ts';
import type { TraceFrame } from '../../protocol/traceViewer.ts';
import { frameLeft, STRIP } from './stripLayout.ts';

/** The content of the filmstrip. */
interface Strip {
  readonly frames: readonly TraceFrame[];
  /** The places of the frames on the line of time, from 0 to 1. */
  readonly places: readonly number[];
  /** The frames in sight. */
  readonly first: number;
  readonly end: number;
  readonly current: number;
  readonly scroll: number;
  readonly pictureOf: (screen: string) => ImageBitmap | undefined;
  readonly look: StripLook;
}

type Pen = CanvasRenderingContext2D;

/** The line of time with all its marks, which is drawn once for a list of frames, a size, and colors. */
const lines = new WeakMap<readonly TraceFrame[], Line>();

interface Line {
  readonly width: number;
  readonly scale: number;
  readonly look: StripLook;
  readonly picture: OffscreenCanvas;
}

/** Draws the frames in sight and the line of time. */
export function drawStrip(canvas: HTMLCanvasElement, width: number, strip: Strip): void {
  const { pad, height, label, line } = STRIP;
  const scale = devicePixelRatio;
  const whole = pad + height + label + line + pad;
  const [wide, high] = [Math.round(width * scale), Math.round(whole * scale)];
  // Setting a size replaces the memory of the canvas.
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.height = `${whole}px`;
  }
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, whole);
  pen.font = strip.look.font;
  pen.textAlign = 'center';
  for (let index = strip.first; index < strip.end; index++) drawFrame(pen, strip, index);
  drawLine(pen, width, strip);
}

/** The font and the colors of the theme. */
export interface StripLook {
  readonly font: string;
  readonly text: string;
  readonly quiet: string;
  readonly failed: string;
  readonly accent: string;
  readonly blank: string;
}

/** Returns the look of the filmstrip in the present theme. */
export function lookOf(element: HTMLElement): StripLook {
  const style = getComputedStyle(element);
  const named = (name: string): string => style.getPropertyValue(name).trim();
  const text = style.color;
  return {
    font: `11px ${style.fontFamily}`,
    text,
    quiet: named('--vscode-descriptionForeground') || text,
    failed: named('--vscode-testing-iconFailed') || named('--vscode-errorForeground') || text,
    accent: named('--vscode-focusBorder') || named('--vscode-contrastActiveBorder') || text,
    blank: named('--vscode-editorWidget-background') || 'transparent',
  };
}

function drawFrame(
  pen: Pen,
  { frames, current, scroll, pictureOf, look: color }: Strip,
  index: number,
): void {
  const frame = frames[index];
  if (!frame) return;
  const left = frameLeft(index, scroll);
  const picture = pictureOf(frame.screen);
  const share = picture ? Math.min(STRIP.frame / picture.width, STRIP.height / picture.height) : 1;
  const width = picture ? picture.width * share : STRIP.frame;
  const height = picture ? picture.height * share : STRIP.height;
  const x = left + (STRIP.frame - width) / 2;
  const y = STRIP.pad + (STRIP.height - height) / 2;
  if (picture) pen.drawImage(picture, x, y, width, height);
  else {
    pen.fillStyle = color.blank;
    pen.fillRect(x, y, width, height);
  }
  const isCurrent = index === current;
  pen.lineWidth = isCurrent ? 3 : frame.isFailed && frame.isAfter ? 2 : 1;
  pen.strokeStyle = frame.isFailed && frame.isAfter ? color.failed : isCurrent ? color.accent : color.quiet;
  pen.strokeRect(x, y, width, height);
  if (isCurrent && frame.isFailed) {
    pen.strokeStyle = color.accent;
    pen.strokeRect(x - 3, y - 3, width + 6, height + 6);
  }
  if (frame.at === undefined) return;
  pen.fillStyle = isCurrent ? color.text : color.quiet;
  pen.fillText(secondsText(frame.at), left + STRIP.frame / 2, STRIP.pad + STRIP.height + 12, STRIP.frame);
}

function drawLine(pen: Pen, width: number, strip: Strip): void {
  const top = STRIP.pad + STRIP.height + STRIP.label;
  pen.drawImage(lineOf(width, strip), 0, top, width, STRIP.line);
  const x = placeX(strip.places[strip.current] ?? 0, width);
  pen.fillStyle = strip.look.accent;
  pen.fillRect(x - 1.5, top, 3, STRIP.line);
  pen.beginPath();
  pen.arc(x, top + STRIP.line / 2, 5, 0, 2 * Math.PI);
  pen.fill();
}

function lineOf(width: number, { frames, places, look }: Strip): OffscreenCanvas {
  const scale = devicePixelRatio;
  const known = lines.get(frames);
  if (known?.width === width && known.scale === scale && known.look === look) return known.picture;
  const picture = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.round(STRIP.line * scale));
  const pen = picture.getContext('2d');
  if (pen) {
    pen.scale(scale, scale);
    const middle = STRIP.line / 2;
    pen.fillStyle = look.quiet;
    pen.fillRect(STRIP.pad, middle - 0.5, width - 2 * STRIP.pad, 1);
    for (const [index, place] of places.entries()) {
      const isFailed = frames[index]?.isFailed === true;
      pen.fillStyle = isFailed ? look.failed : look.quiet;
      const half = isFailed ? 6 : 3;
      pen.fillRect(placeX(place, width) - 1, middle - half, isFailed ? 3 : 2, 2 * half);
    }
  }
  lines.set(frames, { width, scale, look, picture });
  return picture;
}

function placeX(place: number, width: number): number {
  return STRIP.pad + place * (width - 2 * STRIP.pad);
}

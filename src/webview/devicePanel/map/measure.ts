import type { Camera } from './camera.ts';

const EQUATOR_METRES = 40_030_000;

/** Steps between lines of latitude and longitude that people know, in degrees, the widest first. */
const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005] as const;

/** How far lines of latitude and longitude lie apart, in degrees, so that they are at least so many pixels apart. */
export function gridStep({ worldPixels }: Camera, pixels: number): number {
  return STEPS.findLast(step => (step / 360) * worldPixels >= pixels) ?? STEPS[0];
}

/** A bar that tells how long ways on the map are: its length in pixels and what it stands for. */
export interface ScaleBar {
  readonly pixels: number;
  readonly label: string;
}

/** The longest bar of a round length that is no longer than so many pixels, at the middle of the map. */
export function scaleBar({ latitude, worldPixels }: Camera, most: number): ScaleBar {
  const metresPerPixel = (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / worldPixels;
  const longest = most * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = power * ([5, 2].find(times => times * power <= longest) ?? 1);
  return { pixels: metres / metresPerPixel, label: metresText(metres) };
}

/** A length for people: metres below a kilometre, else kilometres. */
export function metresText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres)} m`;
  const kilometres = metres / 1000;
  return `${kilometres < 10 ? Number(kilometres.toFixed(1)) : Math.round(kilometres).toLocaleString('en')} km`;
}

/** A degree of the grid for people, such as `48.85° N`. */
export function degreeText(degrees: number, step: number, [plus, minus]: readonly [string, string]): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const side = Math.abs(degrees) < step / 2 ? '' : ` ${degrees > 0 ? plus : minus}`;
  return `${Math.abs(degrees).toFixed(digits)}°${side}`;
}

/** A time for people, such as `1:05:09` or `3:20`. */
export function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (count: number): string => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

import type { Camera } from './camera.ts';

const EQUATOR_METERS = 40_030_000;

/** Spacings of the grid lines in degrees, widest first. */
const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005] as const;

/** Returns the smallest grid spacing in degrees whose lines are at least `pixels` apart. */
export function gridStep({ worldPixels }: Camera, pixels: number): number {
  return STEPS.findLast(step => (step / 360) * worldPixels >= pixels) ?? STEPS[0];
}

/** A scale bar: its length in pixels and its label. */
interface ScaleBar {
  readonly pixels: number;
  readonly label: string;
}

/** Returns the longest scale bar of a round length within `most` pixels, for the center of the map. */
export function scaleBar({ latitude, worldPixels }: Camera, most: number): ScaleBar {
  const metersPerPixel = (EQUATOR_METERS * Math.cos((latitude * Math.PI) / 180)) / worldPixels;
  const longest = most * metersPerPixel;
  const power = 10 ** Math.floor(Math.log10(longest));
  const meters = power * ([5, 2].find(times => times * power <= longest) ?? 1);
  return { pixels: meters / metersPerPixel, label: metersText(meters) };
}

/** Formats a length: in meters below 1 km, else in kilometers. */
export function metersText(meters: number): string {
  if (meters < 1000) return `${Math.round(meters)} m`;
  const kilometers = meters / 1000;
  return `${kilometers < 10 ? Number(kilometers.toFixed(1)) : Math.round(kilometers).toLocaleString('en')} km`;
}

/** Formats a grid degree, such as `48.85° N`. */
export function degreeText(degrees: number, step: number, [plus, minus]: readonly [string, string]): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const side = Math.abs(degrees) < step / 2 ? '' : ` ${degrees > 0 ? plus : minus}`;
  return `${Math.abs(degrees).toFixed(digits)}°${side}`;
}

/** Formats a duration, such as `1:05:09` or `3:20`. */
export function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (count: number): string => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

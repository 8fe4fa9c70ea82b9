import type { DeviceGesture, DevicePoint } from './deviceGesture.ts';

/** The size of a display in pixels. */
export interface DisplaySize {
  readonly width: number;
  readonly height: number;
}

/** Whether a gesture means a place of the display, so that it depends on the display's size. */
export function hasPlace(gesture: DeviceGesture): boolean {
  return gesture.kind === 'tap' || gesture.kind === 'swipe';
}

/** The same gesture for a display of another size: its points at the same share of width and height. */
export function scaleGesture(gesture: DeviceGesture, from: DisplaySize, to: DisplaySize): DeviceGesture {
  const scaled = ({ x, y }: DevicePoint): DevicePoint => ({
    x: pixel(x, from.width, to.width),
    y: pixel(y, from.height, to.height),
  });
  if (gesture.kind === 'tap') return { ...gesture, at: scaled(gesture.at) };
  if (gesture.kind === 'swipe') return { ...gesture, from: scaled(gesture.from), to: scaled(gesture.to) };
  return gesture;
}

// The middle of a pixel stays the middle, so that a display of the same size gets the same pixel.
function pixel(value: number, from: number, to: number): number {
  return Math.min(Math.max(Math.floor(((value + 0.5) * to) / from), 0), to - 1);
}

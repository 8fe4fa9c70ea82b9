import type { Size } from '../../util/pngSize.ts';
import type { DeviceGesture, DevicePoint } from './deviceGesture.ts';

/** True if a gesture has points on the display, so that it depends on the display size. */
export function hasPoint(gesture: DeviceGesture): boolean {
  return gesture.kind === 'tap' || gesture.kind === 'swipe';
}

/** Scales the points of a gesture to a display of another size. */
export function scaleGesture(gesture: DeviceGesture, from: Size, to: Size): DeviceGesture {
  const scalePoint = ({ x, y }: DevicePoint): DevicePoint => ({
    x: scalePixel(x, from.width, to.width),
    y: scalePixel(y, from.height, to.height),
  });
  if (gesture.kind === 'tap') return { ...gesture, at: scalePoint(gesture.at) };
  if (gesture.kind === 'swipe')
    return { ...gesture, from: scalePoint(gesture.from), to: scalePoint(gesture.to) };
  return gesture;
}

/** Moves a tap or long press to another point; returns other gestures as they are. */
export function moveGesture(gesture: DeviceGesture, to: DevicePoint): DeviceGesture {
  if (gesture.kind === 'tap') return { ...gesture, at: to };
  return gesture.kind === 'swipe' ? { ...gesture, from: to, to } : gesture;
}

// Scales the center of a pixel, so that an equal display size gives the same pixel.
function scalePixel(value: number, from: number, to: number): number {
  return Math.min(Math.max(Math.floor(((value + 0.5) * to) / from), 0), to - 1);
}

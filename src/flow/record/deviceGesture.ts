import type { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import type { RecordedElement } from './recordedElement.ts';

/** A point on a display, in whole device pixels from the upper left corner (spec 4.9). */
export interface DevicePoint {
  readonly x: number;
  readonly y: number;
}

/** A manual action on a device (spec 4.8, 4.9, wire facts 9). A long press is a swipe within one point. */
export type DeviceGesture =
  | { readonly kind: 'tap'; readonly at: DevicePoint; readonly stealth: boolean }
  | {
      readonly kind: 'swipe';
      readonly from: DevicePoint;
      readonly to: DevicePoint;
      /** The duration in milliseconds, at least 10. */
      readonly duration: number;
      readonly stealth: boolean;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly stealth: boolean;
      /** Set if the text may contain a password or passcode; then `text` is empty wherever it is stored. */
      readonly secret?: boolean | undefined;
    }
  | { readonly kind: 'clear' }
  /** A key press with its Android key code. */
  | { readonly kind: 'key'; readonly key: number }
  | { readonly kind: 'global'; readonly button: keyof typeof GLOBAL_ACTIONS }
  /** A GPS position in decimal degrees. */
  | { readonly kind: 'locate'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'resetLocation' };

/** A completed gesture with its device and display; the first display is 0. */
export interface DoneGesture {
  readonly deviceId: string;
  readonly display: number;
  readonly gesture: DeviceGesture;
  /** The touched element; undefined if there was none or the device does not report its elements. */
  readonly element?: RecordedElement | undefined;
  /** The time of the request in milliseconds since 1970. */
  readonly at: number;
}

/** Returns the point of a tap or a long press; undefined for other gestures. */
export function touchedPoint(gesture: DeviceGesture): DevicePoint | undefined {
  if (gesture.kind === 'tap') return gesture.at;
  if (gesture.kind !== 'swipe') return undefined;
  const { from, to } = gesture;
  return from.x === to.x && from.y === to.y ? from : undefined;
}

import type { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';

/** Where on a display, in whole pixels of the device from the upper left corner (spec 4.9). */
export interface DevicePoint {
  readonly x: number;
  readonly y: number;
}

/** One thing a person does to a device by hand (spec 4.8, 4.9, wire facts 9). A long press is a swipe on one point. */
export type DeviceGesture =
  | { readonly kind: 'tap'; readonly at: DevicePoint; readonly stealth: boolean }
  | {
      readonly kind: 'swipe';
      readonly from: DevicePoint;
      readonly to: DevicePoint;
      /** In milliseconds, from 10. */
      readonly duration: number;
      readonly stealth: boolean;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly stealth: boolean;
      /** Set where a password may have been typed: then `text` is empty in whatever is kept. */
      readonly secret?: boolean | undefined;
    }
  | { readonly kind: 'clear' }
  /** A key by its Android key code. */
  | { readonly kind: 'key'; readonly key: number }
  | { readonly kind: 'global'; readonly button: keyof typeof GLOBAL_ACTIONS }
  /** A position in decimal degrees. */
  | { readonly kind: 'locate'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'resetLocation' };

/** A gesture that was done, and where: the device and its display, the first being 0. */
export interface DoneGesture {
  readonly deviceId: string;
  readonly display: number;
  readonly gesture: DeviceGesture;
  /** When the service was asked, in milliseconds of the epoch. */
  readonly at: number;
}

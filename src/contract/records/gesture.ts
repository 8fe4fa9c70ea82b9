import * as z from 'zod';
import { Limits } from '../limits.ts';
import { queryInteger } from '../scalars.ts';

/** The header that selects a display of the device, from 0 (spec 4.9, wire facts 9). */
export const DisplayHeader = z.object({ 'x-device-display-id': queryInteger(0).optional() });

const coordinate = z.number().min(0);

/** The body of a tap, in screen pixels (wire facts 9). */
export const Tap = z.looseObject({ x: coordinate, y: coordinate, stealth: z.boolean().optional() });

/** The body of a swipe: screen pixels, duration in milliseconds, at least 10 (spec 4.9, wire facts 9). */
export const Swipe = z.looseObject({
  startX: coordinate,
  startY: coordinate,
  endX: coordinate,
  endY: coordinate,
  duration: z.int().min(Limits.swipeDuration.min),
  stealth: z.boolean().optional(),
});
export type Swipe = z.output<typeof Swipe>;

/** The body of a global button press: 1 back, 2 home, 3 recents (wire facts 9). */
export const GlobalAction = z.looseObject({ action: z.int().min(1).max(3) });

/** The body of text input; `wpm` 0 and `errorRate` -1 mean the default (wire facts 9). */
export const TypeText = z.looseObject({
  text: z.string(),
  clear: z.boolean().optional(),
  stealth: z.boolean().optional(),
  wpm: z.number().min(0).optional(),
  errorRate: z.number().min(-1).optional(),
});

/** The body of a key press, with an Android key code (wire facts 9). */
export const PressKey = z.looseObject({ key: z.int().min(0) });

/** A position in decimal degrees; south and west are negative (spec 4.8). */
export const Location = z.looseObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Location = z.output<typeof Location>;

/** The visibility of the overlay on the device (wire facts 9). */
export const Overlay = z.looseObject({ visible: z.boolean() });

import fc from 'fast-check';
import type { DeviceGesture, DoneGesture } from '../../src/flow/record/deviceGesture.ts';

/** Size of the display for generated gestures, in pixels. */
export const DISPLAY = { width: 1080, height: 2400 } as const;

const point = fc.record({
  x: fc.integer({ min: 0, max: DISPLAY.width - 1 }),
  y: fc.integer({ min: 0, max: DISPLAY.height - 1 }),
});
const text = fc
  .array(fc.oneof(fc.constantFrom('{{', '}}', '{{a.b}}', 'é', '😀', ' '), fc.string({ maxLength: 6 })), {
    maxLength: 4,
  })
  .map(parts => parts.join(''));

const gestures: fc.Arbitrary<DeviceGesture> = fc.oneof(
  fc.record({ kind: fc.constant('tap' as const), at: point, stealth: fc.boolean() }),
  fc.record({
    kind: fc.constant('swipe' as const),
    from: point,
    to: point,
    duration: fc.integer({ min: 10, max: 60_000 }),
    stealth: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    text,
    stealth: fc.boolean(),
    secret: fc.constant(false),
  }),
  fc.record({ kind: fc.constant('clear' as const) }),
  fc.record({ kind: fc.constant('key' as const), key: fc.integer({ min: 0, max: 320 }) }),
  fc.record({
    kind: fc.constant('global' as const),
    button: fc.constantFrom('back' as const, 'home' as const, 'recents' as const),
  }),
  fc.record({
    kind: fc.constant('locate' as const),
    latitude: fc.integer({ min: -9000, max: 9000 }).map(hundredths => hundredths / 100),
    longitude: fc.integer({ min: -18_000, max: 18_000 }).map(hundredths => hundredths / 100),
  }),
  fc.record({ kind: fc.constant('resetLocation' as const) }),
);

/** Generates any gesture; texts may contain the braces of expressions. */
export const anyGesture = gestures.map(gesture => structuredClone(gesture));

/** Generates consecutive gestures on the first display of a device, with pauses. */
export function doneGestures(deviceId: string): fc.Arbitrary<readonly DoneGesture[]> {
  const timedGesture = fc.record({ gesture: anyGesture, pause: fc.integer({ min: 0, max: 4000 }) });
  return fc.array(timedGesture, { minLength: 1, maxLength: 6 }).map(list => {
    let at = 1_760_000_000_000;
    return list.map(({ gesture, pause }) => {
      const done = { deviceId, display: 0, gesture, at };
      at += pause + (gesture.kind === 'swipe' ? gesture.duration : 0);
      return done;
    });
  });
}

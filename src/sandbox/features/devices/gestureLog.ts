import { randomUUID } from 'node:crypto';
import type { Gesture } from '../../../contract/sandbox/devices.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Service } from '../../runtime/service.ts';

/** The maximum number of gestures kept per device. */
const MAX_KEPT = 200;

/** A gesture as requested and executed; omitted fields get defaults. */
export type GestureDone = Pick<Gesture, 'kind' | 'asked'> & Partial<Gesture>;

/** Adds a gesture to the log of a device and deletes the oldest ones beyond the maximum. */
export function logGesture(
  { store, clock, events }: Service,
  deviceId: string,
  displayId: number,
  gesture: GestureDone,
): void {
  const logged = store.gestures.put({
    id: randomUUID(),
    deviceId,
    createdAt: timestamp(clock),
    displayId,
    stealth: false,
    durationMs: 0,
    path: [],
    input: null,
    mistakes: 0,
    ...gesture,
  });
  events.emit('gesture.done', { gesture: logged });
  const old = store.gestures.list({ where: { deviceId }, offset: MAX_KEPT });
  for (const { id } of old) store.gestures.delete(id);
}

/** Returns the gestures of a device, newest first. */
export function gesturesOf({ store }: Service, deviceId: string): readonly Gesture[] {
  const gestures = store.gestures.list({ where: { deviceId } });
  return gestures.map(gesture => ({ ...gesture, deviceId: undefined }));
}

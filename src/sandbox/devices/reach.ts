import { type Display, displayOf } from '../phone/state.ts';
import { phoneOf } from '../phone/screenOf.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import type { StoredDevice, StoredPhone } from '../store/stored.ts';

/** States in which a device can be worked with (wire facts 8). */
export const AWAKE = ['ready', 'assigned'] as const;

/** Whether a device in this state can be worked with. */
export function isAwake(state: string | null | undefined): boolean {
  return AWAKE.some(one => one === state);
}

/** A device that can be worked with, its phone, and the display that is meant. */
export interface Reached {
  readonly device: StoredDevice;
  readonly phone: StoredPhone;
  readonly display: Display;
}

/** The device with this id. Throws the 404 `device_not_found`. */
export function deviceOf(store: Store, id: string): StoredDevice {
  const device = store.devices.get(id);
  if (!device) throw new Refusal(404, 'device_not_found', `There is no device with the id ${id}.`);
  return device;
}

/**
 * A device that is awake, with one of its displays, 0 unless named. Throws 404 for an unknown device, 409
 * `device_state` for one that is not awake, 422 `unknown_display`.
 */
export function reach(store: Store, deviceId: string, displayId = 0): Reached {
  const device = deviceOf(store, deviceId);
  if (!isAwake(device.state)) {
    const message = `The device is ${device.state ?? 'unknown'}; it must be ready.`;
    throw new Refusal(409, 'device_state', message, { headers: { 'x-should-retry': 'false' } });
  }
  const phone = phoneOf(store, device);
  const display = displayOf(phone.state, displayId);
  if (display) return { device, phone, display };
  const problem = {
    location: 'headers.x-device-display-id',
    message: `this device has ${phone.state.displays.length === 1 ? 'the display 0' : 'the displays 0 and 1'}`,
    value: displayId,
  };
  const message = `The device has no display ${displayId}.`;
  throw new Refusal(422, 'unknown_display', message, { problems: [problem] });
}

/** Refuses with 422 `unsupported_feature` what the device cannot do (spec 4.8, wire facts 8). */
export function need({ sandbox }: StoredDevice, capability: string): void {
  if (sandbox.capabilities[capability] === true) return;
  throw new Refusal(422, 'unsupported_feature', `This device does not support ${capability}.`);
}

import { isAwake } from '../../../contract/awakeStates.ts';
import { type Display, displayOf, nameDisplays } from '../../phone/state.ts';
import { requireCapability } from '../../records/capabilities.ts';
import { phoneOf } from '../../records/phone.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';
import type { StoredDevice, StoredPhone } from '../../store/stored.ts';

/** A usable device with its simulated phone and the selected display. */
export interface Reached {
  readonly device: StoredDevice;
  readonly phone: StoredPhone;
  readonly display: Display;
}

/** A device and, optionally, one of its displays. */
export interface DisplayTarget {
  readonly deviceId: string;
  readonly displayId?: number | undefined;
}

/** Returns the device and display that a request refers to (wire facts 9). */
export function targetOf(
  { deviceId }: { readonly deviceId: string },
  headers: { readonly 'x-device-display-id'?: number | undefined },
): DisplayTarget {
  return { deviceId, displayId: headers['x-device-display-id'] };
}

/** Returns the device with an ID. Throws the 404 Refusal `device_not_found`. */
export function requireDevice(store: Store, id: string): StoredDevice {
  const device = store.devices.get(id);
  if (!device) throw new Refusal(404, 'device_not_found', `There is no device with the id ${id}.`);
  return device;
}

/** Returns a usable device. Throws a Refusal: 404 `device_not_found`, or 409 `device_state` if it cannot be used. */
export function requireAwake(store: Store, deviceId: string): StoredDevice {
  const device = requireDevice(store, deviceId);
  if (isAwake(device.state)) return device;
  const reason = device.sandbox.phone ? ` ${device.stateMessage ?? ''}` : '';
  throw conflict('device_state', `The device is ${device.state ?? 'unknown'}; it must be ready.${reason}`);
}

/** Throws the 422 Refusal `unsupported_feature` for a real phone. */
export function refuseReal({ sandbox }: StoredDevice): void {
  if (sandbox.phone)
    throw new Refusal(422, 'unsupported_feature', 'A real phone cannot do this. Use a simulated one.');
}

/**
 * Returns a usable device with its simulated phone and one of its displays, 0 by default. Throws a Refusal: like
 * `requireAwake`, 422 `unknown_display`, or 422 `unsupported_feature` for a real phone or without the capability.
 */
export function reach(
  store: Store,
  { deviceId, displayId = 0 }: DisplayTarget,
  capability?: string,
): Reached {
  const device = requireAwake(store, deviceId);
  refuseReal(device);
  const phone = phoneOf(store, device);
  const display = displayOf(phone.state, displayId);
  if (!display) throw unknownDisplay(displayId, phone.state.displays);
  if (capability !== undefined) requireCapability(device, capability);
  return { device, phone, display };
}

/** Returns the refusal of a display that a device with some displays does not have. */
export function unknownDisplay(displayId: number, displays: readonly Pick<Display, 'id'>[]): Refusal {
  const problem = {
    location: 'headers.x-device-display-id',
    message: `this device has the ${nameDisplays(displays)}`,
    value: displayId,
  };
  const message = `The device has no display ${displayId}.`;
  return new Refusal(422, 'unknown_display', message, { problems: [problem] });
}

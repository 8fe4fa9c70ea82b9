import { SimulatedPhone } from '../../drivers/simulated/simulatedPhone.ts';
import type { Display } from '../../phone/state.ts';
import { requireCapability } from '../../records/capabilities.ts';
import { type PhoneCapability, type PhoneDriver, PhoneFailure } from '../../runtime/phoneDriver.ts';
import { conflict } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredDevice } from '../../store/stored.ts';
import { setDeviceState } from './deviceState.ts';
import { type DisplayTarget, requireAwake, requireDevice, unknownDisplay } from './reach.ts';
import { simulatedHost } from './simulated/simulatedHost.ts';

/** A usable device with its phone, simulated or real, and the selected display. */
export interface ReachedPhone {
  readonly device: StoredDevice;
  readonly driver: PhoneDriver;
  readonly display: Display;
}

/**
 * Returns a usable device with one of its displays, 0 by default. Throws a Refusal: like `requireAwake`, 422
 * `unknown_display`, or 422 `unsupported_feature` if it lacks the capability; and a PhoneFailure.
 */
export async function reachPhone(
  service: Service,
  { deviceId, displayId = 0 }: DisplayTarget,
  signal: AbortSignal,
  capability?: PhoneCapability,
): Promise<ReachedPhone> {
  const device = requireAwake(service.store, deviceId);
  const driver = driverOf(service, device);
  const display = await driver.display(displayId, { signal }).catch((error: unknown) => {
    const isUnknown = error instanceof PhoneFailure && error.reason === 'noDisplay';
    // A service does not name the displays of its phones.
    throw isUnknown ? unknownDisplay(displayId, error.displays ?? [{ id: 0 }]) : error;
  });
  if (capability !== undefined) requireCapability(device, capability);
  return { device, driver, display };
}

/** Restarts the phone of a device, and resolves when it can be used again. */
export async function rebootPhone(service: Service, deviceId: string, signal: AbortSignal): Promise<void> {
  const stateOf = (): StoredDevice => requireDevice(service.store, deviceId);
  const device = requireAwake(service.store, deviceId);
  const restarting = driverOf(service, device).reboot({ signal });
  // A simulated phone changes its state itself.
  if (device.sandbox.phone) setDeviceState(service, device, 'rebooting');
  try {
    await restarting;
    if (stateOf().state === 'rebooting') setDeviceState(service, stateOf(), 'ready');
  } catch (error) {
    const isLost = device.sandbox.phone && !service.ending.aborted && stateOf().state === 'rebooting';
    if (isLost) setDeviceState(service, stateOf(), 'disconnected', 'The phone did not come back.');
    throw error;
  }
}

function driverOf(service: Service, { id, sandbox }: StoredDevice): PhoneDriver {
  if (!sandbox.phone) return new SimulatedPhone(simulatedHost(service, id));
  const driver = service.drivers.get(id);
  if (driver) return driver;
  throw conflict('device_state', 'The phone is not connected.');
}

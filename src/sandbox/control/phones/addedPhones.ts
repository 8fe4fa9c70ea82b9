import { DEVICE_CAPABILITIES } from '../../../contract/enumerations.ts';
import type { SerialQueue } from '../../../util/serialQueue.ts';
import { setDeviceState } from '../../features/devices/deviceState.ts';
import { OWNED } from '../../records/owner.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { PhoneDriver } from '../../runtime/phoneDriver.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import type { RealPhoneAddress, StoredDevice } from '../../store/stored.ts';

type Driver = RealPhoneAddress['driver'];

/** A device that is a real phone with this driver. */
export type RealDevice<D extends Driver> = StoredDevice & {
  readonly sandbox: { readonly phone: Extract<RealPhoneAddress, { readonly driver: D }> };
};

/** Returns the devices that are real phones with this driver. */
export function addedPhones<D extends Driver>(store: Store, driver: D): readonly RealDevice<D>[] {
  return store.devices.all().filter(device => isDrivenBy(device, driver));
}

/** Returns true for a device that is a real phone with this driver. */
export function isDrivenBy<D extends Driver>(device: StoredDevice, driver: D): device is RealDevice<D> {
  return device.sandbox.phone?.driver === driver;
}

/** A phone that is added. */
interface NewPhone {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly providerId: string;
  readonly phone: RealPhoneAddress;
}

/** Stores a phone as a device that is ready, with its driver. */
export function putPhone(
  { store, drivers, events, clock }: Service,
  driver: PhoneDriver,
  { id, name, type, providerId, phone }: NewPhone,
): StoredDevice {
  const now = timestamp(clock);
  const capabilities: Readonly<Partial<Record<string, boolean>>> = driver.capabilities;
  const device: StoredDevice = {
    id,
    name,
    state: 'ready',
    stateMessage: '',
    type,
    streamUrl: '',
    activeTaskId: '',
    taskCount: 0,
    providerId,
    billingStrategy: 'sandbox',
    createdAt: now,
    updatedAt: now,
    assignedAt: now,
    terminatesAt: null,
    ...OWNED,
    sandbox: {
      country: 'US',
      capabilities: Object.fromEntries(DEVICE_CAPABILITIES.map(flag => [flag, capabilities[flag] ?? false])),
      platform: type.startsWith('ios') ? 'ios-phone' : 'android-phone',
      secondDisplay: false,
      phone,
    },
  };
  drivers.set(id, driver);
  store.transaction(() => {
    store.devices.put(device);
    events.emit('device.changed', { device });
  });
  return device;
}

/** Sets the state of a phone with its reason, unless it has it already. */
export function setPhoneState(
  service: Service,
  deviceId: string,
  state: 'ready' | 'disconnected',
  message: string,
): void {
  const device = service.store.devices.get(deviceId);
  if (device && (device.state !== state || device.stateMessage !== message))
    setDeviceState(service, device, state, message);
}

/** Changes the connections of phones after all earlier changes. A failure is logged, unless the sandbox ends. */
export function changePhones(
  { ending, log }: Service,
  changes: SerialQueue,
  change: () => Promise<void>,
): void {
  if (ending.aborted) return;
  changes.run(change).catch((error: unknown) => {
    if (!ending.aborted) log.error('The phones could not be connected.', error);
  });
}

/** Uses a driver for a phone that was added, which is then ready. Closes it if the phone was removed meanwhile. */
export async function connectPhone(service: Service, deviceId: string, driver: PhoneDriver): Promise<void> {
  const { store, drivers, ending } = service;
  if (!store.devices.get(deviceId) || ending.aborted) await driver.close();
  else {
    drivers.set(deviceId, driver);
    setPhoneState(service, deviceId, 'ready', '');
  }
}

/** Closes the driver of a phone. */
export async function disconnectPhone({ drivers }: Service, deviceId: string): Promise<void> {
  const driver = drivers.get(deviceId);
  drivers.delete(deviceId);
  await driver?.close();
}

/** Deletes the device of a phone, and closes its driver. */
export async function forgetPhone(service: Service, deviceId: string): Promise<void> {
  const { store } = service;
  store.transaction(() => {
    store.devices.delete(deviceId);
    store.gestures.deleteWhere({ deviceId });
  });
  await disconnectPhone(service, deviceId);
}

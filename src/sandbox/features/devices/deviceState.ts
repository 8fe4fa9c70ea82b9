import { isAwake } from '../../../contract/awakeStates.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { JobKind } from '../../runtime/job.ts';
import { restartPhone } from '../../phone/applyEffect.ts';
import { newPhone, phoneOf } from '../../records/phone.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredDevice } from '../../store/stored.ts';
import { waitFor } from '../../runtime/waitFor.ts';
import { reach, requireDevice } from './reach.ts';

/** The duration of the transitional states, in milliseconds before the time scale. */
const TRANSITION_MS = { rebooting: 3000, resetting: 5000 } as const;
/**
 * The maximum wait for a device, in milliseconds; not scaled, because it is a limit rather than a simulated duration.
 */
export const MAX_WAIT_MS = 300_000;
/** The states that a device does not leave by itself. */
const SETTLED_STATES: readonly unknown[] = ['terminated', 'stopped', 'disconnected'];

/** The job that ends a reboot or reset; a restart of the sandbox only delays it. */
export const settleJob: JobKind<{ readonly deviceId: string }> = {
  name: 'device.settle',
  concurrency: 16,
  run({ payload: { deviceId } }, service): undefined {
    const { store } = service;
    store.transaction(() => {
      const device = store.devices.get(deviceId);
      if (!device || (device.state !== 'rebooting' && device.state !== 'resetting')) return;
      const phone = phoneOf(store, device);
      if (device.state === 'resetting') {
        store.phones.put(newPhone(device));
        store.phoneFiles.deleteWhere({ deviceId });
      } else store.phones.put({ ...phone, state: restartPhone(phone.state) });
      setDeviceState(service, device, 'ready');
    });
  },
};

/**
 * Waits until a device is ready, or in a state that it does not leave by itself; resolves to undefined after the
 * timeout in milliseconds. Rejects with a 404 Refusal for an unknown device, and with the signal's reason if aborted.
 */
export async function waitUntilSettled(
  service: Service,
  deviceId: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<StoredDevice | undefined> {
  const findSettled = (): StoredDevice | undefined => {
    const device = requireDevice(service.store, deviceId);
    return isAwake(device.state) || SETTLED_STATES.includes(device.state) ? device : undefined;
  };
  return waitFor(service, 'device.changed', findSettled, { timeoutMs, signal });
}

/** Restarts a simulated phone and waits until it has settled; resolves to undefined after the longest wait. */
export async function restartDevice(
  service: Service,
  deviceId: string,
  signal: AbortSignal,
): Promise<StoredDevice | undefined> {
  const { store } = service;
  store.transaction(() => startTransition(service, reach(store, { deviceId }).device, 'rebooting'));
  return waitUntilSettled(service, deviceId, MAX_WAIT_MS, signal);
}

/** Starts a reboot or reset of a simulated phone, which ends by itself. */
export function startTransition(
  service: Service,
  device: StoredDevice,
  state: keyof typeof TRANSITION_MS,
): void {
  const { jobs, clock, settings } = service;
  setDeviceState(service, device, state);
  const moment = clock.now() + TRANSITION_MS[state] * settings.timeScale;
  jobs.add(settleJob, moment, { deviceId: device.id }, `settle:${device.id}`);
}

/** Sets the state of a device, and tells about it. */
export function setDeviceState(
  service: Service,
  before: StoredDevice,
  state: string,
  stateMessage = '',
): void {
  const { store, clock, events } = service;
  const device = store.devices.put({ ...before, state, stateMessage, updatedAt: timestamp(clock) });
  events.emit('device.changed', { device });
  const payload = { state, previousState: before.state ?? 'unknown' };
  if (state === 'ready') events.emitAppEvent('device', 'app.device.ready', device.id, payload);
  if (state === 'disconnected')
    events.emitAppEvent('device', 'app.device.disconnected', device.id, { state });
}

import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import type { JobKind } from '../../runtime/job.ts';
import { restartPhone } from '../../phone/applyEffect.ts';
import { newPhone, phoneOf } from '../../records/phone.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { toResponse, type StoredDevice } from '../../store/stored.ts';
import { waitFor } from '../../runtime/waitFor.ts';
import { reach, AWAKE, requireDevice, isAwake, requireCapability } from './reach.ts';

/** The duration of the transitional states, in milliseconds before the time scale. */
const TRANSITION_MS = { rebooting: 3000, resetting: 5000 } as const;
/**
 * The maximum wait for a device, in milliseconds; not scaled, because it is a limit rather than a simulated duration.
 */
export const MAX_WAIT_MS = 300_000;
/** The states that a device does not leave by itself. */
const SETTLED_STATES: readonly unknown[] = ['terminated', 'stopped', 'disconnected'];

/** Handlers that change the state of a device or wait for it (wire facts 8). */
export const lifecycleHandlers = {
  rebootDevice: ({ params, service }): undefined => {
    const device = requireState(service, params.deviceId, AWAKE);
    startTransition(service, device, 'rebooting');
  },
  resetDevice: ({ params, service }): undefined => {
    requireCapability(requireDevice(service.store, params.deviceId), 'reset');
    const device = requireState(service, params.deviceId, [...AWAKE, 'stopped']);
    startTransition(service, device, 'resetting');
  },
  stopDevice: ({ params, service }): undefined => {
    // This code and status are documented (wire facts 8), unlike those of `requireCapability`.
    if (requireDevice(service.store, params.deviceId).sandbox.capabilities['stop'] !== true)
      throw new Refusal(404, 'stop_not_supported', 'This device cannot be stopped.');
    setState(service, requireState(service, params.deviceId, AWAKE), 'stopped');
  },
  resumeDevice: ({ params, service }): undefined => {
    setState(service, requireState(service, params.deviceId, ['stopped']), 'ready');
  },
  terminateDevice: ({ params, service }): undefined => {
    const device = requireDevice(service.store, params.deviceId);
    if (device.state === 'terminated') throw stateConflict('The device is already terminated.');
    setState(service, device, 'terminated', 'The device was released.');
  },
  disconnectDevice: ({ params, service }): undefined => {
    const device = requireState(service, params.deviceId, AWAKE);
    setState(service, device, 'disconnected', 'The device is unreachable.');
  },
  reconnectDevice: ({ params, service }): undefined => {
    setState(service, requireState(service, params.deviceId, ['disconnected']), 'ready');
  },
  waitForDevice: async ({ params, service, signal }) => {
    const device = await waitUntilSettled(service, params.deviceId, MAX_WAIT_MS, signal).catch(
      (error: unknown) => {
        // Nobody receives this response, but it keeps a disconnect from being logged as an error.
        throw signal.aborted ? new Refusal(408, 'cancelled', 'The caller disconnected.') : error;
      },
    );
    if (device && isAwake(device.state)) return toResponse(device);
    const state = requireDevice(service.store, params.deviceId).state ?? 'unknown';
    if (device) throw stateConflict(`The device is ${state} and does not become ready by itself.`);
    const message = `The device is still ${state}; call again to continue waiting.`;
    throw new Refusal(408, 'device_wait_timeout', message);
  },
} as const satisfies Handlers;

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
      setState(service, device, 'ready');
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

/** Restarts a device and waits until it has settled; resolves to undefined after the longest wait. */
export async function restartDevice(
  service: Service,
  deviceId: string,
  signal: AbortSignal,
): Promise<StoredDevice | undefined> {
  const { store } = service;
  store.transaction(() => startTransition(service, reach(store, { deviceId }).device, 'rebooting'));
  return waitUntilSettled(service, deviceId, MAX_WAIT_MS, signal);
}

/** Starts a reboot or reset, which ends by itself. */
function startTransition(service: Service, device: StoredDevice, state: keyof typeof TRANSITION_MS): void {
  const { jobs, clock, settings } = service;
  setState(service, device, state);
  const moment = clock.now() + TRANSITION_MS[state] * settings.timeScale;
  jobs.add(settleJob, moment, { deviceId: device.id }, `settle:${device.id}`);
}

function setState(service: Service, before: StoredDevice, state: string, stateMessage = ''): void {
  const { store, clock, events } = service;
  const device = store.devices.put({ ...before, state, stateMessage, updatedAt: timestamp(clock) });
  events.emit('device.changed', { device });
  const payload = { state, previousState: before.state ?? 'unknown' };
  if (state === 'ready') events.emitAppEvent('device', 'app.device.ready', device.id, payload);
  if (state === 'disconnected')
    events.emitAppEvent('device', 'app.device.disconnected', device.id, { state });
}

function requireState({ store }: Service, deviceId: string, allowed: readonly string[]): StoredDevice {
  const device = requireDevice(store, deviceId);
  const state = device.state ?? 'unknown';
  if (allowed.includes(state)) return device;
  throw stateConflict(`The device is ${state}, but must be ${allowed.join(' or ')}.`);
}

function stateConflict(message: string): Refusal {
  return conflict('device_state', message);
}

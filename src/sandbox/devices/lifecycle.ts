import { timestamp } from '../clock.ts';
import type { Handlers } from '../handler.ts';
import type { JobKind } from '../jobs/job.ts';
import { pressGlobal } from '../phone/keys.ts';
import { newPhone, phoneOf } from '../phone/screenOf.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { answered, type StoredDevice } from '../store/stored.ts';
import { waitFor } from '../waitFor.ts';
import { deviceOf } from './reach.ts';

/** How long the passing states last, in milliseconds before the time scale. */
const LASTS_MS = { rebooting: 3000, resetting: 5000 } as const;
/** Longest wait for a device, in milliseconds before the time scale. */
const LONGEST_WAIT_MS = 300_000;
const AWAKE = ['ready', 'assigned'] as const;
const GONE: readonly unknown[] = ['terminated', 'stopped', 'disconnected'];

/** What changes the state of devices and waits for it (wire facts 8). */
export const lifecycleHandlers = {
  rebootDevice: ({ params, service }) => {
    const device = from(service, params.deviceId, AWAKE);
    pass(service, device, 'rebooting');
    return undefined;
  },
  resetDevice: ({ params, service }) => {
    needOr404(deviceOf(service.store, params.deviceId), 'reset', 'wiped');
    const device = from(service, params.deviceId, [...AWAKE, 'stopped']);
    pass(service, device, 'resetting');
    return undefined;
  },
  stopDevice: ({ params, service }) => {
    needOr404(deviceOf(service.store, params.deviceId), 'stop', 'stopped');
    setState(service, from(service, params.deviceId, AWAKE), 'stopped');
    return undefined;
  },
  resumeDevice: ({ params, service }) => {
    setState(service, from(service, params.deviceId, ['stopped']), 'ready');
    return undefined;
  },
  disconnectDevice: ({ params, service }) => {
    const device = from(service, params.deviceId, AWAKE);
    setState(service, device, 'disconnected', 'The device is out of reach.');
    return undefined;
  },
  reconnectDevice: ({ params, service }) => {
    setState(service, from(service, params.deviceId, ['disconnected']), 'ready');
    return undefined;
  },
  waitForDevice: async ({ params, service, signal }) => {
    const { store, settings } = service;
    const timeoutMs = LONGEST_WAIT_MS * settings.timeScale;
    const ended = await waitFor(service, 'device.changed', () => settled(deviceOf(store, params.deviceId)), {
      timeoutMs,
      signal,
    });
    if (ended && AWAKE.some(state => state === ended.state)) return answered(ended);
    const state = deviceOf(store, params.deviceId).state ?? 'unknown';
    if (ended)
      throw new Refusal(409, 'device_state', `The device is ${state} and does not become ready by itself.`);
    throw new Refusal(
      408,
      'device_wait_timeout',
      `The device is still ${state}; ask again to go on waiting.`,
    );
  },
} as const satisfies Handlers;

/** The work of ending a reboot or a reset; a restart in the middle only makes it take longer. */
export const settleJob: JobKind<{ readonly deviceId: string }> = {
  name: 'device.settle',
  atOnce: 16,
  run({ payload: { deviceId } }, service) {
    const { store } = service;
    store.transaction(() => {
      const device = store.devices.get(deviceId);
      if (!device || (device.state !== 'rebooting' && device.state !== 'resetting')) return;
      const phone = phoneOf(store, device);
      if (device.state === 'resetting') store.phones.put(newPhone(device));
      else store.phones.put({ ...phone, state: pressGlobal({ ...phone.state, trail: null }, 'home') });
      setState(service, device, 'ready');
    });
    return Promise.resolve(undefined);
  },
};

/** Sends a device into a reboot or a reset, from which it comes back by itself. */
export function pass(service: Service, device: StoredDevice, state: keyof typeof LASTS_MS): void {
  const { jobs, clock, settings } = service;
  setState(service, device, state);
  const moment = clock.now() + LASTS_MS[state] * settings.timeScale;
  jobs.add(settleJob, moment, { deviceId: device.id }, `settle:${device.id}`);
}

function setState(service: Service, before: StoredDevice, state: string, stateMessage = ''): void {
  const { store, clock, events } = service;
  const device = store.devices.put({ ...before, state, stateMessage, updatedAt: timestamp(clock) });
  events.tell('device.changed', { device });
  const tell = (eventType: string, payload: Readonly<Record<string, unknown>>): void =>
    events.tell('app.event', { eventType, source: 'device', deviceId: device.id, payload });
  if (state === 'ready') tell('app.device.ready', { state, previousState: before.state ?? 'unknown' });
  if (state === 'disconnected') tell('app.device.disconnected', { state });
}

function from({ store }: Service, deviceId: string, allowed: readonly string[]): StoredDevice {
  const device = deviceOf(store, deviceId);
  const state = device.state ?? 'unknown';
  if (allowed.includes(state)) return device;
  const message = `The device is ${state}, but must be ${allowed.join(' or ')}.`;
  throw new Refusal(409, 'device_state', message, { headers: { 'x-should-retry': 'false' } });
}

function needOr404({ sandbox }: StoredDevice, capability: string, done: string): void {
  if (sandbox.capabilities[capability] === true) return;
  throw new Refusal(404, `${capability}_not_supported`, `This device cannot be ${done}.`);
}

// A device that is ready, or one that will not become so by itself.
function settled(device: StoredDevice): StoredDevice | undefined {
  const awake = AWAKE.some(state => state === device.state);
  return awake || GONE.includes(device.state) ? device : undefined;
}

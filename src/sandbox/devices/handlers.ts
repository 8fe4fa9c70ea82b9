import { timestamp } from '../clock.ts';
import type { Handlers } from '../handler.ts';
import { readPage } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import { createdBy } from '../seed/owner.ts';
import type { Service } from '../service.ts';
import type { Store } from '../store/store.ts';
import { answered, type StoredDevice } from '../store/stored.ts';

/** Reads of devices, their names, and parking them (wire facts 8). */
export const deviceHandlers = {
  listDevices: ({ query, service: { store } }) => {
    const page = readPage(store.devices, query, {
      where: {
        state: query.state,
        type: query.type,
        country: query.country,
        providerId: query.providerId,
        createdBy: createdBy(query),
      },
      search: query.name,
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    });
    return { ...page, items: page.items.map(answered) };
  },
  countDevices: ({ service: { store } }) => {
    const counts: Record<string, number> = {};
    for (const { type } of store.devices.all())
      counts[type ?? 'unknown'] = (counts[type ?? 'unknown'] ?? 0) + 1;
    return counts;
  },
  getDevice: ({ params, service: { store } }) => answered(deviceOf(store, params.deviceId)),
  getDeviceCapabilities: ({ params, service: { store } }) => {
    const device = deviceOf(store, params.deviceId);
    return { deviceType: device.type, capabilities: device.sandbox.capabilities };
  },
  renameDevice: ({ params, body, service: { store, clock } }) => {
    const device = deviceOf(store, params.deviceId);
    const renamed = { ...device, name: body.name, updatedAt: timestamp(clock) };
    return answered(store.devices.put(renamed));
  },
  stopDevice: ({ params, service }) => {
    const device = deviceOf(service.store, params.deviceId);
    if (device.sandbox.capabilities['stop'] !== true)
      throw new Refusal(404, 'stop_not_supported', 'This device cannot be stopped.');
    change(service, device, ['ready', 'assigned'], 'stopped');
    return undefined;
  },
  resumeDevice: ({ params, service }) => {
    change(service, deviceOf(service.store, params.deviceId), ['stopped'], 'ready');
    return undefined;
  },
  listDeviceTasks: ({ params, query, service: { store } }) => {
    const page = readPage(store.tasks, query, {
      where: { deviceId: deviceOf(store, params.deviceId).id },
      // A task is assigned to its device when it is created.
      orderBy: query.orderBy === 'assignedAt' ? 'createdAt' : query.orderBy,
      direction: query.orderByDirection,
    });
    const items = page.items.map(({ id, createdAt, updatedAt }) => ({ taskId: id, createdAt, updatedAt }));
    return { ...page, items };
  },
} as const satisfies Handlers;

function deviceOf(store: Store, id: string): StoredDevice {
  const device = store.devices.get(id);
  if (!device) throw new Refusal(404, 'device_not_found', `There is no device with the id ${id}.`);
  return device;
}

function change(
  { store, clock, events }: Service,
  from: StoredDevice,
  allowed: string[],
  state: string,
): void {
  if (!allowed.includes(from.state ?? 'unknown')) {
    const wanted = allowed.join(' or ');
    throw new Refusal(
      409,
      'device_state',
      `The device is ${from.state ?? 'unknown'}, but must be ${wanted}.`,
    );
  }
  const device = store.devices.put({ ...from, state, stateMessage: '', updatedAt: timestamp(clock) });
  events.tell('device.changed', { device });
}

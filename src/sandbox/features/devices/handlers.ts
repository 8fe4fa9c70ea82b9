import { FORMER_DEVICE_TYPES } from '../../../contract/enumerations.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { readPage } from '../../runtime/paging.ts';
import { createdBy } from '../../records/owner.ts';
import { toResponse } from '../../store/stored.ts';
import { requireDevice } from './reach.ts';

const formerTypes = new Map(Object.entries(FORMER_DEVICE_TYPES));

/** Handlers that read and rename devices (wire facts 8). */
export const deviceHandlers = {
  listDevices: ({ query, service: { store } }) => {
    const page = readPage(store.devices, query, {
      where: {
        state: query.state,
        type: query.type === undefined ? undefined : (formerTypes.get(query.type) ?? query.type),
        country: query.country,
        providerId: query.providerId,
        createdBy: createdBy(query),
      },
      search: query.name,
    });
    return { ...page, items: page.items.map(toResponse) };
  },
  countDevices: ({ service: { store } }) => {
    const counts: Record<string, number> = {};
    for (const { type } of store.devices.all())
      counts[type ?? 'unknown'] = (counts[type ?? 'unknown'] ?? 0) + 1;
    return counts;
  },
  getDevice: ({ params, service: { store } }) => toResponse(requireDevice(store, params.deviceId)),
  getDeviceCapabilities: ({ params, service: { store } }) => {
    const device = requireDevice(store, params.deviceId);
    return { deviceType: device.type, capabilities: device.sandbox.capabilities };
  },
  renameDevice: ({ params, body, service: { store, clock } }) => {
    const device = requireDevice(store, params.deviceId);
    const renamed = { ...device, name: body.name, updatedAt: timestamp(clock) };
    return toResponse(store.devices.put(renamed));
  },
  listDeviceTasks: ({ params, query, service: { store } }) => {
    const page = readPage(store.tasks, query, {
      where: { deviceId: requireDevice(store, params.deviceId).id },
      // A task is assigned to its device on creation.
      orderBy: query.orderBy === 'assignedAt' ? 'createdAt' : query.orderBy,
    });
    const items = page.items.map(({ id, createdAt, updatedAt }) => ({ taskId: id, createdAt, updatedAt }));
    return { ...page, items };
  },
} as const satisfies Handlers;

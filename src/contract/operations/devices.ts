import * as z from 'zod';
import { operation } from '../define.ts';
import { DEVICE_STATES } from '../enumerations.ts';
import { Capabilities, Device, DeviceCounts, DeviceTask, RenameDevice } from '../records/device.ts';
import { orderQuery, page, pageQuery } from '../records/page.ts';
import { QueryFlag, QueryList, Uuid } from '../scalars.ts';

const params = z.object({ deviceId: Uuid });
const orderFields = ['id', 'createdAt', 'updatedAt', 'assignedAt'] as const;
const done = { status: 200, body: 'empty' } as const;

/** Operations on devices and their lifecycle (wire facts 8). */
export const deviceOperations = {
  listDevices: operation({
    method: 'GET',
    path: '/devices',
    source: 'client',
    summary: 'List devices',
    query: z.object({
      name: z.string().min(1).optional(),
      state: QueryList.meta({ 'x-known-values': DEVICE_STATES }).optional(),
      type: z.string().optional(),
      country: z.string().optional(),
      providerId: z.string().optional(),
      mine: QueryFlag.optional(),
      createdBy: Uuid.optional(),
      ...orderQuery(orderFields),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Device) },
    errors: 'device',
    paging: 'page',
  }),
  countDevices: operation({
    method: 'GET',
    path: '/devices/count',
    source: 'client',
    summary: 'Count devices by type',
    response: { status: 200, body: DeviceCounts },
    errors: 'device',
  }),
  getDevice: operation({
    method: 'GET',
    path: '/devices/{deviceId}',
    source: 'client',
    summary: 'Get a device',
    params,
    response: { status: 200, body: Device },
    errors: 'device',
  }),
  getDeviceCapabilities: operation({
    method: 'GET',
    path: '/devices/{deviceId}/capabilities',
    source: 'client',
    summary: 'Tell what a device can do',
    params,
    response: { status: 200, body: Capabilities },
    errors: 'device',
  }),
  waitForDevice: operation({
    method: 'GET',
    path: '/devices/{deviceId}/wait',
    source: 'client',
    summary: 'Wait until a device is ready',
    params,
    response: { status: 200, body: Device },
    errors: 'device',
  }),
  renameDevice: operation({
    method: 'PUT',
    path: '/devices/{deviceId}/name',
    source: 'client',
    summary: 'Rename a device',
    params,
    body: RenameDevice,
    response: { status: 200, body: Device },
    errors: 'device',
  }),
  rebootDevice: operation({
    method: 'POST',
    path: '/devices/{deviceId}/reboot',
    source: 'client',
    summary: 'Reboot a device',
    params,
    response: done,
    errors: 'device',
    effect: 'act',
  }),
  resetDevice: operation({
    method: 'POST',
    path: '/devices/{deviceId}/reset',
    source: 'client',
    summary: 'Wipe a device',
    params,
    response: done,
    errors: 'device',
    effect: 'destroy',
  }),
  resumeDevice: operation({
    method: 'POST',
    path: '/devices/{deviceId}/resume',
    source: 'client',
    summary: 'Wake a stopped device',
    params,
    response: done,
    errors: 'device',
    effect: 'act',
  }),
  stopDevice: operation({
    method: 'POST',
    path: '/devices/{deviceId}/stop',
    source: 'client',
    summary: 'Park a device',
    params,
    response: done,
    errors: 'device',
    effect: 'act',
  }),
  listDeviceTasks: operation({
    method: 'GET',
    path: '/devices/{deviceId}/tasks',
    source: 'client',
    summary: 'List the tasks of a device',
    params,
    query: z.object({ ...orderQuery(orderFields), ...pageQuery }),
    response: { status: 200, body: page(DeviceTask) },
    errors: 'device',
    paging: 'page',
  }),
} as const;

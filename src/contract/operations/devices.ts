import * as z from 'zod';
import { operation } from '../define.ts';
import { DEVICE_STATES } from '../enumerations.ts';
import { Capabilities, Device, DeviceCounts, DeviceTask, RenameDevice } from '../records/device.ts';
import { orderQuery, page, pageQuery } from '../records/page.ts';
import { QueryFlag, QueryList, Uuid } from '../scalars.ts';

const onDevice = { params: z.object({ deviceId: Uuid }), errors: 'device' } as const;
const orderFields = ['id', 'createdAt', 'updatedAt', 'assignedAt'] as const;
const done = { status: 200, body: 'empty' } as const;

/** Operations on devices and their lifecycle (wire facts 8). */
export const deviceOperations = {
  listDevices: operation({
    method: 'GET',
    path: '/devices',
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
    summary: 'Count devices by type',
    response: { status: 200, body: DeviceCounts },
    errors: 'device',
  }),
  getDevice: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}',
    summary: 'Get a device',
    response: { status: 200, body: Device },
  }),
  getDeviceCapabilities: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/capabilities',
    summary: 'Tell what a device can do',
    response: { status: 200, body: Capabilities },
  }),
  waitForDevice: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/wait',
    summary: 'Wait until a device is ready',
    response: { status: 200, body: Device },
  }),
  renameDevice: operation({
    ...onDevice,
    method: 'PUT',
    path: '/devices/{deviceId}/name',
    summary: 'Rename a device',
    body: RenameDevice,
    response: { status: 200, body: Device },
  }),
  rebootDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/reboot',
    summary: 'Reboot a device',
    response: done,
    effect: 'act',
  }),
  resetDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/reset',
    summary: 'Wipe a device',
    response: done,
    effect: 'destroy',
  }),
  resumeDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/resume',
    summary: 'Wake a stopped device',
    response: done,
    effect: 'act',
  }),
  stopDevice: operation({
    ...onDevice,
    method: 'POST',
    path: '/devices/{deviceId}/stop',
    summary: 'Park a device',
    response: done,
    effect: 'act',
  }),
  terminateDevice: operation({
    ...onDevice,
    method: 'DELETE',
    path: '/devices/{deviceId}',
    summary: 'Give a device back for good',
    response: done,
  }),
  listDeviceTasks: operation({
    ...onDevice,
    method: 'GET',
    path: '/devices/{deviceId}/tasks',
    summary: 'List the tasks of a device',
    query: z.object({ ...orderQuery(orderFields), ...pageQuery }),
    response: { status: 200, body: page(DeviceTask) },
    paging: 'page',
  }),
} as const;

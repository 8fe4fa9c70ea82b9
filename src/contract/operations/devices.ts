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
  listDevices: operation('GET', '/devices', {
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
  countDevices: operation('GET', '/devices/count', {
    summary: 'Count devices by type',
    response: { status: 200, body: DeviceCounts },
    errors: 'device',
  }),
  getDevice: operation('GET', '/devices/{deviceId}', {
    ...onDevice,
    summary: 'Get a device',
    response: { status: 200, body: Device },
  }),
  getDeviceCapabilities: operation('GET', '/devices/{deviceId}/capabilities', {
    ...onDevice,
    summary: 'Tell what a device can do',
    response: { status: 200, body: Capabilities },
  }),
  waitForDevice: operation('GET', '/devices/{deviceId}/wait', {
    ...onDevice,
    summary: 'Wait until a device is ready',
    response: { status: 200, body: Device },
  }),
  renameDevice: operation('PUT', '/devices/{deviceId}/name', {
    ...onDevice,
    summary: 'Rename a device',
    body: RenameDevice,
    response: { status: 200, body: Device },
  }),
  rebootDevice: operation('POST', '/devices/{deviceId}/reboot', {
    ...onDevice,
    summary: 'Reboot a device',
    response: done,
    effect: 'act',
  }),
  resetDevice: operation('POST', '/devices/{deviceId}/reset', {
    ...onDevice,
    summary: 'Wipe a device',
    response: done,
    effect: 'destroy',
  }),
  resumeDevice: operation('POST', '/devices/{deviceId}/resume', {
    ...onDevice,
    summary: 'Wake a stopped device',
    response: done,
    effect: 'act',
  }),
  stopDevice: operation('POST', '/devices/{deviceId}/stop', {
    ...onDevice,
    summary: 'Park a device',
    response: done,
    effect: 'act',
  }),
  terminateDevice: operation('DELETE', '/devices/{deviceId}', {
    ...onDevice,
    summary: 'Release a device',
    response: done,
  }),
  listDeviceTasks: operation('GET', '/devices/{deviceId}/tasks', {
    ...onDevice,
    summary: 'List the tasks of a device',
    query: z.object({ ...orderQuery(orderFields), ...pageQuery }),
    response: { status: 200, body: page(DeviceTask) },
    paging: 'page',
  }),
} as const;

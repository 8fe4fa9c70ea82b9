import * as z from 'zod';
import { DEVICE_STATES, DEVICE_TYPES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** A device; `streamUrl` and `streamToken` are secrets, never logged or shown (wire facts 8). */
export const Device = record(
  { id: Uuid },
  {
    name: z.string(),
    state: openEnum(DEVICE_STATES),
    stateMessage: z.string(),
    type: openEnum(DEVICE_TYPES),
    streamUrl: z.string(),
    streamToken: z.string(),
    activeTaskId: z.string(),
    taskCount: z.int(),
    providerId: z.string(),
    billingStrategy: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    assignedAt: Timestamp,
    terminatesAt: Timestamp,
    ownerId: Uuid,
    createdBy: Uuid,
    userId: Uuid,
  },
);
export type Device = z.output<typeof Device>;

/** The capabilities of a device, one flag each (wire facts 8). */
export const Capabilities = record(
  { capabilities: z.record(z.string(), z.unknown()) },
  { deviceType: openEnum(DEVICE_TYPES) },
);
export type Capabilities = z.output<typeof Capabilities>;

/** The number of devices by type (wire facts 8). */
export const DeviceCounts = z.record(z.string(), z.unknown());

/** The body that renames a device (wire facts 8). */
export const RenameDevice = z.looseObject({ name: z.string().min(1).max(Limits.deviceName) });

/** A task that ran on a device (wire facts 10). */
export const DeviceTask = record({ taskId: z.string() }, { createdAt: Timestamp, updatedAt: Timestamp });

/** An app installed on a device (wire facts 9). */
export const InstalledApp = record(
  { packageName: z.string() },
  { label: z.string(), versionName: z.string(), versionCode: z.int(), isSystemApp: z.boolean() },
);
export type InstalledApp = z.output<typeof InstalledApp>;

import * as z from 'zod';
import { Limits } from '../limits.ts';
import { record, Timestamp } from '../scalars.ts';

/** The path of a file or folder on a device. */
export const DevicePath = z.string().min(1).max(Limits.devicePath);

const Access = record({}, { read: z.boolean(), write: z.boolean(), execute: z.boolean() });

const Permissions = record(
  {},
  {
    owner: Access,
    group: Access,
    others: Access,
    special: record({}, { setUid: z.boolean(), setGid: z.boolean(), sticky: z.boolean() }),
  },
);

/** A file or folder on a device; the values of `type` and `extendedAttributes` are not public (wire facts 9). */
export const DeviceFile = record(
  { name: z.string() },
  {
    type: z.string(),
    size: z.int(),
    owner: z.string(),
    group: z.string(),
    hardLinks: z.int(),
    modifiedAt: Timestamp,
    extendedAttributes: z.unknown(),
    symlinkTarget: z.string(),
    permissions: Permissions,
  },
);
export type DeviceFile = z.output<typeof DeviceFile>;

/** The content of a folder on a device (wire facts 9). */
export const DeviceFolder = record({}, { path: z.string(), total: z.int(), files: z.array(DeviceFile) });

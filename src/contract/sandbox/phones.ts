import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Device } from '../records/device.ts';
import { Limits } from '../limits.ts';
import { data, record, Uuid } from '../scalars.ts';

/** The states of a phone of an adb server: usable, without trust in this computer, or not answering. */
const ADB_STATES = ['ready', 'unauthorized', 'offline'] as const;

/** The `providerId` of devices that are real phones of an adb server. */
export const ADB_PROVIDER = 'adb';

/** Returns true for a device of the sandbox that is a real phone. */
export function isRealPhone({ providerId }: Pick<Device, 'providerId'>): boolean {
  return providerId === ADB_PROVIDER;
}

/** A phone of an adb server; with `deviceId` if it was added as a device. */
const AdbPhoneRecord = record(
  { serial: z.string(), state: z.enum(ADB_STATES) },
  { model: z.string(), deviceId: Uuid },
);
export type AdbPhoneRecord = z.output<typeof AdbPhoneRecord>;

/** The phones of the adb server of the sandbox, and the reason why none are known. */
const AdbPhoneList = record({ server: z.string(), phones: z.array(AdbPhoneRecord) }, { problem: z.string() });
export type AdbPhoneList = z.output<typeof AdbPhoneList>;

/** The body that adds a phone. */
const AddPhone = z.looseObject({ serial: z.string().min(1).max(Limits.deviceName) });

/** Sandbox-only operations on the real phones of an adb server. */
export const sandboxPhoneOperations = {
  listAdbPhones: sandboxOperation('GET', '/_sandbox/phones', {
    summary: 'List the phones of the adb server, and which of them are devices',
    response: { status: 200, body: data(AdbPhoneList) },
  }),
  addAdbPhone: sandboxOperation('POST', '/_sandbox/phones', {
    summary: 'Add a phone of the adb server as a device, which flows can use from now on',
    body: AddPhone,
    response: { status: 200, body: Device },
    effect: 'write',
  }),
  removeAdbPhone: sandboxOperation('DELETE', '/_sandbox/phones/{deviceId}', {
    params: z.object({ deviceId: Uuid }),
    summary: 'Remove a phone that was added, which flows cannot use anymore; nothing on the phone changes',
    response: { status: 204, body: 'empty' },
  }),
} as const;

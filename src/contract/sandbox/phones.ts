import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Device } from '../records/device.ts';
import { Limits } from '../limits.ts';
import { data, record, Uuid } from '../scalars.ts';

/** The states of a phone of an adb server: usable, without trust in this computer, or not answering. */
const ADB_STATES = ['ready', 'unauthorized', 'offline'] as const;

/** The `providerId` of devices that are real phones: of an adb server, or of another connection. */
export const ADB_PROVIDER = 'adb';
export const SERVICE_PROVIDER = 'service';

/** Returns true for a device of the sandbox that is a real phone. */
export function isRealPhone({ providerId }: Pick<Device, 'providerId'>): boolean {
  return providerId === ADB_PROVIDER || providerId === SERVICE_PROVIDER;
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

/** The maximum length of the ID and the name of a service. */
const MAX_NAME = 4096;
const ServiceId = z.string().min(1).max(MAX_NAME);

/**
 * A service whose phones can be used: the loopback address that forwards to its device routes, and the token that is
 * accepted there, or else the problem.
 */
const PhoneService = z
  .looseObject({
    id: ServiceId,
    name: z.string().min(1).max(MAX_NAME),
    baseUrl: z.string().optional(),
    token: z.string().min(1).optional(),
    problem: z.string().optional(),
  })
  .refine(
    ({ baseUrl, token, problem }) =>
      problem === undefined ? baseUrl !== undefined && token !== undefined : true,
    'needs baseUrl and token, or problem',
  );
export type PhoneService = z.output<typeof PhoneService>;

/** A device of the sandbox that is a phone of a service, where its ID is `phoneId`. */
const ServicePhoneRecord = record(
  { deviceId: Uuid, serviceId: z.string(), phoneId: Uuid },
  { name: z.string(), serviceName: z.string() },
);
export type ServicePhoneRecord = z.output<typeof ServicePhoneRecord>;

/** The phones of services that were added. */
const ServicePhoneList = data(record({ phones: z.array(ServicePhoneRecord) }, {}));

/** The body that adds a phone of a service. */
const AddServicePhone = z.looseObject({ serviceId: ServiceId, phoneId: Uuid });

/** Sandbox-only operations on real phones. */
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
  listServicePhones: sandboxOperation('GET', '/_sandbox/phones/services', {
    summary: 'List the phones of services that are devices',
    response: { status: 200, body: ServicePhoneList },
  }),
  setPhoneServices: sandboxOperation('PUT', '/_sandbox/phones/services', {
    summary: 'Tell where the services of added phones are, which replaces all known ones',
    body: z.looseObject({ services: z.array(PhoneService) }),
    response: { status: 200, body: ServicePhoneList },
    carriesSecrets: true,
  }),
  addServicePhone: sandboxOperation('POST', '/_sandbox/phones/services', {
    summary: 'Add a phone of a service as a device, which flows can use from now on',
    body: AddServicePhone,
    response: { status: 200, body: Device },
    effect: 'write',
  }),
  removePhone: sandboxOperation('DELETE', '/_sandbox/phones/{deviceId}', {
    params: z.object({ deviceId: Uuid }),
    summary: 'Remove a phone that was added, which flows cannot use anymore; nothing on the phone changes',
    response: { status: 204, body: 'empty' },
  }),
} as const;

import * as z from 'zod';
import { Country, OpenObject, record, Timestamp, Uuid } from '../scalars.ts';
import { Socks5 } from './deviceProxy.ts';
import { SetLanguage, SetTimezone } from './deviceSettings.ts';
import { Location } from './gesture.ts';

/** The device that a profile describes; `identifiers`, `carrier`, and the proxy are private (wire facts 9). */
const ProfileSpec = record(
  {},
  {
    name: z.string(),
    androidVersion: z.int(),
    apps: z.array(z.string()),
    files: z.array(z.string()),
    country: z.string(),
    locale: z.string(),
    timezone: z.string(),
    location: record({}, { latitude: z.number(), longitude: z.number() }),
    proxy: record({}, { name: z.string(), smartIp: z.boolean(), socks5: OpenObject }),
    carrier: OpenObject,
    identifiers: OpenObject,
  },
);

/** A profile of devices (wire facts 9). */
export const DeviceProfile = record(
  { id: z.string(), name: z.string() },
  {
    spec: ProfileSpec,
    ownerId: Uuid,
    createdBy: Uuid,
    userId: Uuid,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
);
export type DeviceProfile = z.output<typeof DeviceProfile>;

/** The body that creates a profile or replaces its name and device (wire facts 9). */
export const SaveProfile = z.looseObject({
  name: z.string().min(1),
  spec: z.looseObject({
    name: z.string().optional(),
    androidVersion: z.int().optional(),
    apps: z.array(z.string()).nullish(),
    files: z.array(z.string()).nullish(),
    country: Country.optional(),
    locale: SetLanguage.shape.locale.optional(),
    timezone: SetTimezone.shape.timezone.optional(),
    location: Location.optional(),
    proxy: z
      .looseObject({
        name: z.string().optional(),
        smartIp: z.boolean().optional(),
        socks5: Socks5.optional(),
      })
      .optional(),
    carrier: OpenObject.optional(),
    identifiers: OpenObject.optional(),
  }),
});
export type SaveProfile = z.output<typeof SaveProfile>;

/** The body that applies a profile to a device (wire facts 9). */
export const ApplyProfile = z.looseObject({ profileId: z.string().min(1) });

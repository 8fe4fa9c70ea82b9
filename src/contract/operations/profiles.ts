import * as z from 'zod';
import { operation } from '../define.ts';
import { orderQuery, page, pageQuery } from '../records/page.ts';
import { DeviceProfile, SaveProfile } from '../records/profile.ts';
import { Message } from '../scalars.ts';

/** Profiles can contain the identity of a device and the password of a proxy. */
const onProfiles = { errors: 'device', carriesSecrets: true } as const;
const onProfile = { ...onProfiles, params: z.object({ profileId: z.string().min(1) }) } as const;
const profile = { status: 200, body: DeviceProfile } as const;

/** Operations on the profiles of devices (wire facts 9). */
export const profileOperations = {
  listProfiles: operation('GET', '/profiles', {
    ...onProfiles,
    summary: 'List the profiles of devices',
    query: z.object({
      name: z.string().min(1).optional(),
      ...orderQuery(['name', 'created_at', 'updated_at']),
      ...pageQuery,
    }),
    response: { status: 200, body: page(DeviceProfile) },
    paging: 'page',
  }),
  createProfile: operation('POST', '/profiles', {
    ...onProfiles,
    summary: 'Create a profile of devices',
    body: SaveProfile,
    response: profile,
  }),
  getProfile: operation('GET', '/profiles/{profileId}', {
    ...onProfile,
    summary: 'Get a profile of devices',
    response: profile,
  }),
  replaceProfile: operation('PUT', '/profiles/{profileId}', {
    ...onProfile,
    summary: 'Replace the name and the device of a profile',
    body: SaveProfile,
    response: profile,
  }),
  deleteProfile: operation('DELETE', '/profiles/{profileId}', {
    ...onProfile,
    summary: 'Delete a profile of devices',
    response: { status: 200, body: Message },
  }),
} as const;

import { randomUUID } from 'node:crypto';
import type { SaveProfile } from '../../../contract/records/profile.ts';
import { OWNED } from '../../records/owner.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { readPage, requireRecord } from '../../runtime/paging.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import type { StoredProfile } from '../../store/stored.ts';
import { requireTimeZone, setLanguage, setTimeZone } from './deviceSettings.ts';
import { moveDevice } from './location.ts';
import { requireCapability } from '../../records/capabilities.ts';
import { reach, type DisplayTarget, targetOf } from './reach.ts';
import { reachPhone } from './reachPhone.ts';
import { connectProxy } from './simulated/position.ts';

/** The columns by which the list is ordered. */
const COLUMNS = { name: 'name', created_at: 'createdAt', updated_at: 'updatedAt' } as const;

/** Handlers for the profiles of devices (wire facts 9). */
export const profileHandlers = {
  listProfiles: ({ query, service: { store } }) =>
    readPage(store.profiles, query, {
      search: query.name,
      orderBy: COLUMNS[query.orderBy ?? 'created_at'],
    }),
  createProfile: ({ body, service: { store, clock } }) => {
    const now = timestamp(clock);
    return store.profiles.put({
      ...checked(body),
      id: randomUUID(),
      ...OWNED,
      createdAt: now,
      updatedAt: now,
    });
  },
  getProfile: ({ params, service: { store } }) => requireProfile(store, params.profileId),
  replaceProfile: ({ params, body, service: { store, clock } }) => {
    const { id, createdAt } = requireProfile(store, params.profileId);
    return store.profiles.put({ ...checked(body), id, ...OWNED, createdAt, updatedAt: timestamp(clock) });
  },
  deleteProfile: ({ params, service: { store } }) => {
    const { id, name } = requireProfile(store, params.profileId);
    store.profiles.delete(id);
    return { message: `The profile “${name}” was deleted.` };
  },
  applyProfile: ({ params, headers, body, service, signal }) =>
    apply(service, targetOf(params, headers), requireProfile(service.store, body.profileId), signal),
} as const satisfies Handlers;

function requireProfile(store: Store, id: string): StoredProfile {
  return requireRecord(store.profiles, id, 'profile', 'profile_not_found');
}

/** Returns a profile that can be applied. Throws a 422 Refusal for a time zone that does not exist. */
function checked(body: SaveProfile): SaveProfile {
  const { timezone } = body.spec;
  if (timezone !== undefined) requireTimeZone(timezone, 'body.spec.timezone');
  return body;
}

/**
 * Sets what a profile says of a device that exists: the language, the time zone, the proxy, the position, and the
 * identity. Throws a 422 Refusal if the device lacks the capability for one of them, and then sets none.
 */
async function apply(
  service: Service,
  target: DisplayTarget,
  { spec }: StoredProfile,
  signal: AbortSignal,
): Promise<void> {
  const { locale, timezone, proxy, location, identifiers, carrier } = spec;
  const { device } = await reachPhone(service, target, signal);
  const needed = {
    language: locale,
    time: timezone,
    proxy,
    geo: location,
    spoofing: identifiers ?? carrier,
  };
  for (const [capability, value] of Object.entries(needed))
    if (value !== undefined) requireCapability(device, capability);
  if (locale !== undefined) await setLanguage(service, target, { locale }, signal);
  if (timezone !== undefined) await setTimeZone(service, target, timezone, signal);
  if (proxy !== undefined) connectProxy(service, target, proxy);
  // The position of the profile wins over that of its proxy.
  if (location !== undefined) await moveDevice(service, target, location, signal);
  if (identifiers === undefined && carrier === undefined) return;
  const { phone } = reach(service.store, target, 'spoofing');
  service.store.phones.put({
    ...phone,
    identity: { identifiers, carrier },
    updatedAt: timestamp(service.clock),
  });
}

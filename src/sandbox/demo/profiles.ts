import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import type { StoredProfile } from '../store/stored.ts';
import { daysAgo } from './ago.ts';

const SPECS: Readonly<Record<string, StoredProfile['spec']>> = {
  Lisbon: {
    locale: 'pt-PT',
    timezone: 'Europe/Lisbon',
    location: { latitude: 38.722, longitude: -9.139 },
  },
  Tokyo: {
    locale: 'ja-JP',
    timezone: 'Asia/Tokyo',
    location: { latitude: 35.69, longitude: 139.692 },
  },
};

/** Returns the profiles of devices, dated relative to `now`. */
export function demoProfiles(now: number): readonly StoredProfile[] {
  const createdAt = daysAgo(now, 30);
  return Object.entries(SPECS).map(([name, spec]) => ({
    id: stableId(`profile:${name}`),
    name,
    spec,
    ...OWNED,
    createdAt,
    updatedAt: createdAt,
  }));
}

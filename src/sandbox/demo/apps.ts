import { daysAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import type { StoredApp } from '../store/stored.ts';
import apps from './apps.json' with { type: 'json' };

/** Returns the stored apps, dated relative to `now`. */
export function demoApps(now: number): readonly StoredApp[] {
  return apps.map(({ builds, ...app }, index) => {
    const { bundleId, platform } = app;
    const id = stableId(`app:${bundleId}`);
    const versions = builds.map(({ versionName, status, megabytes }, age) => {
      const queuedAt = daysAgo(now, index + age * 7);
      return {
        id: stableId(`version:${bundleId}:${versionName}`),
        appId: id,
        versionCode: 100 - age,
        versionName,
        status,
        source: 'user',
        country: 'US',
        sizeBytes: megabytes * 1_000_000,
        targetSdk: platform === 'android' ? 35 : null,
        queuedAt,
        createdAt: queuedAt,
        updatedAt: queuedAt,
        ...OWNED,
      };
    });
    const [createdAt, updatedAt] = [daysAgo(now, 40 - index * 5), daysAgo(now, index)];
    return { ...app, id, iconURL: '', createdAt, updatedAt, sandbox: { versions } };
  });
}

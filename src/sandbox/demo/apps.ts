import type * as z from 'zod';
import type { App, AppVersion } from '../../contract/records/app.ts';
import { daysAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import apps from './apps.json' with { type: 'json' };

/** A stored app with its builds, newest first (wire facts 13). */
export interface DemoApp {
  readonly app: App;
  readonly versions: readonly z.output<typeof AppVersion>[];
}

/** Returns the stored apps, dated relative to `now`. */
export function demoApps(now: number): readonly DemoApp[] {
  return apps.map(({ builds, ...app }, index) => {
    const { bundleId, platform } = app;
    const id = stableId(`app:${bundleId}`);
    const createdAt = daysAgo(now, 40 - index * 5);
    return {
      app: {
        ...app,
        id,
        iconURL: '',
        createdAt,
        updatedAt: daysAgo(now, index),
      },
      versions: builds.map(({ versionName, status, megabytes }, age) => ({
        id: stableId(`version:${bundleId}:${versionName}`),
        appId: id,
        versionCode: 100 - age,
        versionName,
        status,
        source: 'user',
        country: 'US',
        sizeBytes: megabytes * 1_000_000,
        targetSdk: platform === 'android' ? 35 : null,
        queuedAt: daysAgo(now, index + age * 7),
        createdAt: daysAgo(now, index + age * 7),
        updatedAt: daysAgo(now, index + age * 7),
        ...OWNED,
      })),
    };
  });
}

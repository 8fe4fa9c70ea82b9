import type * as z from 'zod';
import type { App, AppVersion } from '../../contract/records/app.ts';
import { daysAgo } from './ago.ts';
import { OWNER_ID } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';

/** A stored app with its builds, newest first (wire facts 13). */
export interface DemoApp {
  readonly app: App;
  readonly versions: readonly z.output<typeof AppVersion>[];
}

type Given = readonly [
  bundleId: string,
  displayName: string,
  developerName: string,
  platform: string,
  description: string,
  builds: readonly (readonly [versionName: string, status: string, megabytes: number])[],
];

const given: readonly Given[] = [
  [
    'com.example.shop',
    'Corner Shop',
    'Corner Shop Ltd',
    'android',
    'A small shop with sign-in by passcode.',
    [
      ['4.3.0', 'queued', 31],
      ['4.2.0', 'available', 30],
      ['4.1.7', 'available', 29],
    ],
  ],
  [
    'com.example.transit',
    'Transit',
    'Example Works',
    'android',
    'Routes and tickets.',
    [['2.0.1', 'available', 18]],
  ],
  [
    'com.example.notes',
    'Notes',
    'Example Works',
    'ios',
    'Notes that follow you.',
    [['1.9.0', 'available', 12]],
  ],
  [
    'com.example.broken',
    'Broken build',
    'Example Works',
    'android',
    'An upload that failed.',
    [['0.1.0', 'failed', 3]],
  ],
];

/** Returns the stored apps, dated relative to `now`. */
export function demoApps(now: number): readonly DemoApp[] {
  return given.map(([bundleId, displayName, developerName, platform, description, builds], index) => {
    const id = stableId(`app:${bundleId}`);
    const createdAt = daysAgo(now, 40 - index * 5);
    const owned = { createdBy: OWNER_ID, ownerId: OWNER_ID, userId: OWNER_ID };
    return {
      app: {
        id,
        bundleId,
        displayName,
        developerName,
        description,
        iconURL: '',
        platform,
        createdAt,
        updatedAt: daysAgo(now, index),
      },
      versions: builds.map(([versionName, status, megabytes], age) => ({
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
        ...owned,
      })),
    };
  });
}

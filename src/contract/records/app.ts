import * as z from 'zod';
import { APP_PLATFORMS, APP_STATUSES } from '../enumerations.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';
import { page } from './page.ts';

const app = {
  bundleId: z.string(),
  displayName: z.string(),
  developerName: z.string(),
  description: z.string(),
  iconURL: z.string(),
  platform: openEnum(APP_PLATFORMS),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** An app in cloud storage (spec 2.7). */
export const App = record({ id: Uuid }, app);
export type App = z.output<typeof App>;

/** An uploaded build of an app; size in bytes (wire facts 13). */
export const AppVersion = record(
  { id: Uuid },
  {
    appId: Uuid,
    versionCode: z.int(),
    versionName: z.string(),
    status: openEnum(APP_STATUSES),
    source: z.string(),
    country: z.string(),
    sizeBytes: z.number(),
    targetSdk: z.int(),
    queuedAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    createdBy: Uuid,
    ownerId: Uuid,
    userId: Uuid,
  },
);

/** A page of apps with counts by state (wire facts 13). */
export const AppPage = page(record({ id: Uuid }, { ...app, version: AppVersion })).extend({
  count: record(
    {},
    {
      totalCount: z.int(),
      availableCount: z.int(),
      queuedCount: z.int(),
      failedCount: z.int(),
    },
  ).nullish(),
});

/** The storage used by apps, in bytes (wire facts 13). */
export const AppStorage = record(
  {},
  { quotaBytes: z.number(), usedBytes: z.number(), availableBytes: z.number() },
);

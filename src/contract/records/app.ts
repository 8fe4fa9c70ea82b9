import * as z from 'zod';
import { APP_FILE_TYPES, APP_PLATFORMS, APP_STATUSES } from '../enumerations.ts';
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
export type AppVersion = z.output<typeof AppVersion>;

/** An app of the list, with its newest version (wire facts 13). */
const ListedApp = record({ id: Uuid }, { ...app, version: AppVersion });
export type ListedApp = z.output<typeof ListedApp>;

/** A page of apps with counts by state (wire facts 13). */
export const AppPage = page(ListedApp).extend({
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
export type AppStorage = z.output<typeof AppStorage>;

/** The body that adds a version of an app, whose files are uploaded afterward (wire facts 13). */
export const CreateAppUpload = z.looseObject({
  bundleId: z.string().min(1),
  displayName: z.string().min(1),
  versionName: z.string().min(1),
  versionCode: z.int().min(0),
  files: z
    .array(
      z.looseObject({
        fileName: z.string().min(1),
        contentType: z.enum(APP_FILE_TYPES),
        sha256: z.string().optional(),
      }),
    )
    .min(1),
  platform: z.enum(APP_PLATFORMS).optional(),
  country: z.string().optional(),
  description: z.string().optional(),
  developerName: z.string().optional(),
  iconURL: z.string().optional(),
  targetSdk: z.int().optional(),
});
export type CreateAppUpload = z.output<typeof CreateAppUpload>;

/** A version of an app that waits for its files: each is sent by PUT to its URL, without a key (wire facts 13). */
export const AppUpload = record(
  {
    appId: Uuid,
    versionId: Uuid,
    r2UploadUrls: z.array(record({ fileName: z.string(), r2UploadUrl: z.string() }, {})),
  },
  {},
);

/** The reply of a change that returns no record (wire facts 13). */
export const Done = record({}, { success: z.boolean(), message: z.string() });

import * as z from 'zod';
import { APP_INSTALL_STATUSES, APP_PLATFORMS } from '../enumerations.ts';
import { openEnum, record, Timestamp } from '../scalars.ts';

/**
 * The body that installs an app: either the package name of an Android app or the bundle ID of an iOS app. With
 * `background`, the reply is sent before the installation (wire facts 9).
 */
export const InstallApp = z
  .looseObject({
    packageName: z.string().min(1).optional(),
    bundleId: z.string().min(1).optional(),
    background: z.boolean().optional(),
  })
  .refine(
    ({ packageName, bundleId }) => (packageName === undefined) !== (bundleId === undefined),
    'needs either packageName or bundleId',
  );

/** The body that starts an app, at one of its activities on request (wire facts 9). */
export const StartApp = z.looseObject({ activity: z.string().min(1).optional() });

/** The body that stops an app; `clearData` also deletes its data (wire facts 9). */
export const StopApp = z.looseObject({ clearData: z.boolean().optional() });

/** The body that opens a web address or a deep link, in the app of `packageName` on request (wire facts 9). */
export const OpenDeepLink = z.looseObject({
  deepLink: z.string().min(1),
  packageName: z.string().min(1).optional(),
  action: z.string().min(1).optional(),
});

/** The attempts to install an app on a device, of the last minutes (wire facts 9). */
export const AppInstalls = record(
  {
    installs: z
      .array(
        record(
          { appId: z.string() },
          {
            platform: openEnum(APP_PLATFORMS),
            status: openEnum(APP_INSTALL_STATUSES),
            startedAt: Timestamp,
            updatedAt: Timestamp,
            errorClass: z.string(),
          },
        ),
      )
      .nullable(),
  },
  {},
);

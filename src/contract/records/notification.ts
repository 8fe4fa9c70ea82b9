import * as z from 'zod';
import { NOTIFICATION_PRESETS } from '../enumerations.ts';
import { record } from '../scalars.ts';

/** The event types that a service can notify about, by source (wire facts 21). */
export const NotificationCatalog = z.array(
  record(
    {
      source: z.string(),
      events: z.array(
        record({ type: z.string() }, { label: z.string(), description: z.string(), toast: z.boolean() }),
      ),
    },
    { label: z.string() },
  ),
);
export type NotificationCatalog = z.output<typeof NotificationCatalog>;

/** The event types without notifications; none of them means that all have them (wire facts 21). */
export const NotificationPreferences = record({ mutedTypes: z.array(z.string()) }, {});
export type NotificationPreferences = z.output<typeof NotificationPreferences>;

/** The body that replaces the event types without notifications (wire facts 21). */
export const UpdateNotificationPreferences = z.looseObject({ mutedTypes: z.array(z.string()) });

/** The body that replaces the event types without notifications by those of a preset (wire facts 21). */
export const ApplyNotificationPreset = z.looseObject({ preset: z.enum(NOTIFICATION_PRESETS) });

import { operation } from '../define.ts';
import {
  ApplyNotificationPreset,
  NotificationCatalog,
  NotificationPreferences,
  UpdateNotificationPreferences,
} from '../records/notification.ts';
import { data } from '../scalars.ts';

const preferences = { status: 200, body: data(NotificationPreferences) } as const;

/** Operations on the notifications of the account (wire facts 21). */
export const notificationOperations = {
  listNotificationTypes: operation('GET', '/notifications/catalog', {
    summary: 'List the kinds of event that notify',
    response: { status: 200, body: data(NotificationCatalog) },
  }),
  getNotificationPreferences: operation('GET', '/notifications/preferences', {
    summary: 'List the kinds of event that are muted',
    response: preferences,
  }),
  updateNotificationPreferences: operation('PATCH', '/notifications/preferences', {
    summary: 'Choose the kinds of event that are muted',
    body: UpdateNotificationPreferences,
    response: preferences,
    idempotent: true,
  }),
  applyNotificationPreset: operation('POST', '/notifications/preferences/apply-preset', {
    summary: 'Mute the kinds of event of a preset',
    body: ApplyNotificationPreset,
    response: preferences,
    idempotent: true,
  }),
} as const;

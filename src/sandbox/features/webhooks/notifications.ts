import { type NotificationCatalog, NotificationPreferences } from '../../../contract/records/notification.ts';
import { demoEventTypes } from '../../demo/referenceData.ts';
import type { Handlers } from '../../runtime/handler.ts';
import type { Store } from '../../store/store.ts';

/** The name of the fact with the muted event types. */
const FACT = 'mutedEventTypes';

/** The event types that the sandbox could notify about: those with a place in a feed. */
const CATALOG: NotificationCatalog = demoEventTypes.sources.flatMap(({ source, events }) => {
  const notifiable = events.filter(({ surfaces }) => surfaces?.feed === true);
  if (notifiable.length === 0) return [];
  const listed = notifiable.map(({ type, description, surfaces }) => ({
    type,
    label: labelOf(type),
    description: description ?? '',
    toast: surfaces?.toast === true,
  }));
  return [{ source, label: labelOf(source), events: listed }];
});

const TYPES = CATALOG.flatMap(({ events }) => events.map(({ type }) => type));

/** The event types that each preset mutes (wire facts 21). */
const PRESETS = {
  recommended: TYPES.filter(type => type.endsWith('.running')),
  failures: TYPES.filter(type => !type.endsWith('.failed')),
  everything: [],
} as const;

/** Handlers for the notifications of the account; the sandbox stores which are muted, and sends none (wire facts 21). */
export const notificationHandlers = {
  listNotificationTypes: () => ({ data: CATALOG }),
  getNotificationPreferences: ({ service: { store } }) => ({ data: preferences(store) }),
  updateNotificationPreferences: ({ body: { mutedTypes }, service: { store } }) => {
    // Types that cannot be muted are dropped.
    store.setFact(
      FACT,
      TYPES.filter(type => mutedTypes.includes(type)),
    );
    return { data: preferences(store) };
  },
  applyNotificationPreset: ({ body: { preset }, service: { store } }) => {
    store.setFact(FACT, PRESETS[preset]);
    return { data: preferences(store) };
  },
} as const satisfies Handlers;

function preferences(store: Store): NotificationPreferences {
  return { mutedTypes: NotificationPreferences.shape.mutedTypes.safeParse(store.fact(FACT)).data ?? [] };
}

/** Returns the words of a name, such as `Task run failed` for `task.run.failed`. */
function labelOf(name: string): string {
  const words = name.replaceAll('.', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import type { QueryValue } from '../contract/operations.ts';
import type { Delivery } from '../contract/records/delivery.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import { KeyedLists } from './keyedLists.ts';
import type { IdsInFiles } from './deviceStore.ts';
import { ListStore } from './listStore.ts';
import { readOrKnown } from './notOffered.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The filter of the endpoint list (wire facts 2, 11). */
export interface WebhookFilter {
  /** Substring of the URL or the description. */
  readonly search: string;
  readonly status: QueryValue<'listWebhooks', 'status'> | undefined;
}

export const ALL_WEBHOOKS: WebhookFilter = { search: '', status: undefined };

const PAGE_SIZE = 100;
const DELIVERY_PAGE = 50;
const POLL_MS = 15_000;

/** Endpoints created by this extension, for services that offer no list. */
export interface CreatedWebhooks {
  /** Returns the endpoints of a connection, oldest first. */
  all(connectionId: string): readonly Webhook[];
}

/**
 * The webhook endpoints of the active connection. If the service offers no list, those created by this extension and
 * those named in flow files.
 */
export class WebhookStore extends ListStore<Webhook, WebhookFilter> {
  constructor(session: Session, created: CreatedWebhooks, files: IdsInFiles) {
    super(session, ALL_WEBHOOKS, POLL_MS, ({ client, connectionId, filter, next, signal }) => {
      const { search, status } = filter;
      const query = { ...queryOfPage(next, PAGE_SIZE), search: search || undefined, status };
      return readOrKnown(
        () => readListPage(client.listWebhooks({ query }, { signal })),
        async () => {
          const known = created.all(connectionId);
          const named = (await files.idsIn('notifyWebhookId')).filter(
            id => !known.some(webhook => webhook.id === id),
          );
          return [...known, ...named.map(id => ({ id, url: '' }))];
        },
      );
    });
  }
}

/** The deliveries of each endpoint, newest first. */
export class DeliveryLists extends KeyedLists<Delivery> {
  constructor(session: Session) {
    super(session, undefined, POLL_MS, ({ client, key: id, next, signal }) => {
      const query = queryOfPage(next, DELIVERY_PAGE);
      return readListPage(client.listWebhookDeliveries({ params: { id }, query }, { signal }));
    });
  }
}

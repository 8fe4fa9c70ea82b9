import type { Delivery } from '../contract/records/delivery.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import { KeyedLists } from './keyedLists.ts';
import type { IdsInFiles } from './deviceStore.ts';
import { ListStore } from './listStore.ts';
import { readOrKnown } from './notOffered.ts';
import { readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** Which endpoints are shown (wire facts 2, 11). */
export interface WebhookFilter {
  /** Part of the address or the description. */
  readonly search: string;
  readonly status: 'active' | 'failing' | 'blocked' | 'disabled' | undefined;
}

/** Every endpoint. */
export const ALL_WEBHOOKS: WebhookFilter = { search: '', status: undefined };

const PAGE_SIZE = 100;
const DELIVERY_PAGE = 50;
const POLL_MS = 15_000;

/** The endpoints that were created from here, which a service may have no list of. */
export interface CreatedWebhooks {
  /** Those of a connection, oldest first. */
  all(connectionId: string): readonly Webhook[];
}

/**
 * The webhook endpoints of the active connection; where the service lists none, those created from here and those
 * that flow files name.
 */
export class WebhookStore extends ListStore<Webhook, WebhookFilter> {
  constructor(session: Session, created: CreatedWebhooks, files: IdsInFiles) {
    super(
      session,
      ALL_WEBHOOKS,
      (client, { search, status }, next, signal, connectionId) =>
        readOrKnown(
          () =>
            readListPage(() =>
              client.listWebhooks(
                {
                  query: {
                    page: Number(next ?? 1),
                    pageSize: PAGE_SIZE,
                    ...(search === '' ? {} : { search }),
                    ...(status === undefined ? {} : { status }),
                  },
                },
                { signal },
              ),
            ),
          async () => {
            const known = created.all(connectionId);
            const named = (await files.idsIn('notifyWebhookId')).filter(
              id => !known.some(one => one.id === id),
            );
            return [...known, ...named.map(id => ({ id, url: '' }))];
          },
        ),
      POLL_MS,
    );
  }
}

/** The deliveries to each endpoint, newest first. */
export class DeliveryLists extends KeyedLists<Delivery> {
  constructor(session: Session) {
    super(
      session,
      (client, id, next, signal) =>
        readListPage(() =>
          client.listWebhookDeliveries(
            { params: { id }, query: { page: Number(next ?? 1), pageSize: DELIVERY_PAGE } },
            { signal },
          ),
        ),
      POLL_MS,
    );
  }
}

import { BackgroundReads } from '../stores/backgroundReads.ts';
import type { Session } from '../stores/session.ts';
import { memoize } from '../util/once.ts';

/** Returns what the flows of a session can deliver, and where, which all its editors share. */
export const deliveryOptionsIn = memoize(
  (session: Session) =>
    new BackgroundReads(
      session,
      async (client, flowId) => (await client.getDeliveryOptions({ params: { flowId } })).value.data,
    ),
);

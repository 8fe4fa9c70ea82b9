import type { WEBHOOK_FILTERS } from '../../contract/enumerations.ts';
import type { Webhook } from '../../contract/records/webhook.ts';

/** The filter value that a webhook endpoint belongs to (wire facts 11): its switch first, then its health. */
export function webhookFilter({ state, health }: Webhook): (typeof WEBHOOK_FILTERS)[number] {
  if (state === 'DISABLED') return 'disabled';
  if (health === 'blocked') return 'blocked';
  return health === 'failing' ? 'failing' : 'active';
}

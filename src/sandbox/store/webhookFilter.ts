import type { WEBHOOK_FILTERS } from '../../contract/enumerations.ts';
import type { Webhook } from '../../contract/records/webhook.ts';

/**
 * Returns the filter value of a webhook endpoint (wire facts 11): disabled if switched off, otherwise by its health.
 */
export function webhookFilter({ state, health }: Webhook): (typeof WEBHOOK_FILTERS)[number] {
  if (state === 'DISABLED') return 'disabled';
  if (health === 'blocked') return 'blocked';
  return health === 'failing' ? 'failing' : 'active';
}

import type { Services } from '../commandServices.ts';
import { WEBHOOK_FILTERS } from '../../contract/enumerations.ts';
import { chooseRecords } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import type { CommandRow } from '../../contributions/command.ts';
import type { Target } from '../../client/eachTarget.ts';
import type { WebhookFilter } from '../../stores/webhookStore.ts';
import { narrowList, searchList, type Part } from '../prompts/narrowList.ts';
import { resolveTargets } from '../prompts/runOnEach.ts';

const FILTERS: readonly Part<WebhookFilter>[] = [
  { label: 'All', part: { status: undefined } },
  ...WEBHOOK_FILTERS.map(status => ({ label: status, part: { status } })),
];

/** Reads endpoints and deliveries again. */
export async function refreshWebhooks({ session, webhooks, deliveries }: Services): Promise<void> {
  session.require();
  deliveries.expire();
  await webhooks.refresh();
}

export const searchWebhooks = searchList(
  ({ webhooks }: Services) => webhooks,
  'webhook endpoints',
  'search',
  {
    title: 'Search Webhooks',
    prompt: 'Part of an address or description. Leave empty to show all endpoints.',
  },
);

export const filterWebhooks = narrowList(
  ({ webhooks }: Services) => webhooks,
  'webhook endpoints',
  'Show Webhooks',
  FILTERS,
);

/** Returns the handler of a command for one endpoint: that of a menu, or a chosen one. */
export function forWebhook(
  title: string,
  act: (services: Services, id: string, name: string) => Promise<void>,
): (services: Services, row: CommandRow | undefined) => Promise<void> {
  return async (services, row) => {
    const [webhook] = (await chooseWebhooks(services, title, row ? [row] : [])) ?? [];
    if (webhook) await act(services, webhook.id, webhook.name);
  };
}

/** Returns the handler of a command for endpoints: those selected, or a chosen one. */
export function forWebhooks(
  title: string,
  act: (services: Services, targets: readonly Target[]) => Promise<void>,
): (services: Services, rows: readonly CommandRow[]) => Promise<void> {
  return async (services, rows) => {
    const targets = await chooseWebhooks(services, title, rows);
    if (targets) await act(services, targets);
  };
}

async function chooseWebhooks(
  services: Services,
  title: string,
  rows: readonly CommandRow[],
): Promise<Target[] | undefined> {
  services.session.require();
  return resolveTargets(
    rows,
    () => chooseRecords(title, choices(services)),
    id => {
      const known = services.webhooks.byId(id);
      return known && nameOf(known);
    },
  );
}

function choices({ webhooks }: Services): Choices {
  return choicesOf(webhooks.all(), webhook => ({
    id: webhook.id,
    label: nameOf(webhook),
    description: webhook.description ? targetOf(webhook) : '',
  }));
}

function nameOf(webhook: Webhook): string {
  return webhook.description || targetOf(webhook);
}

// The query may be long or secret.
function targetOf({ url, integration }: Webhook): string {
  return integration?.label ?? url?.split('?')[0] ?? '';
}

import { WEBHOOK_FILTERS } from '../../contract/enumerations.ts';
import { chooseRecords } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import { type LineHandler, linesOf } from '../lineArgument.ts';
import type { Target } from '../../appState/eachTarget.ts';
import type { WebhookFilter } from '../../stores/webhookStore.ts';
import { narrowList, searchList, type Part } from '../prompts/narrowList.ts';
import { resolveTargets } from '../prompts/runOnEach.ts';
import type { WebhookServices } from './webhookServices.ts';

const FILTERS: readonly Part<WebhookFilter>[] = [
  { label: 'All', part: { status: undefined } },
  ...WEBHOOK_FILTERS.map(status => ({ label: status, part: { status } })),
];

/** Reads endpoints and deliveries again. */
export async function refreshWebhooks({ session, webhooks, deliveries }: WebhookServices): Promise<void> {
  session.require();
  deliveries.expire();
  await webhooks.refresh();
}

export const searchWebhooks = searchList(
  ({ webhooks }: WebhookServices) => webhooks,
  'webhook endpoints',
  'search',
  {
    title: 'Search Webhooks',
    prompt: 'Part of an address or description. Leave empty to show all endpoints.',
  },
);

export const filterWebhooks = narrowList(
  ({ webhooks }: WebhookServices) => webhooks,
  'webhook endpoints',
  'Show Webhooks',
  FILTERS,
);

/** Returns the handler of a command for one endpoint: that of a menu, or a chosen one. */
export function forWebhook(
  title: string,
  act: (services: WebhookServices, id: string) => Promise<void>,
): LineHandler<WebhookServices> {
  return async (services, argument) => {
    const [webhook] = (await chooseWebhooks(services, title, argument)) ?? [];
    if (webhook) await act(services, webhook.id);
  };
}

/** Returns the handler of a command for endpoints: those selected, or a chosen one. */
export function forWebhooks(
  title: string,
  act: (services: WebhookServices, targets: readonly Target[]) => Promise<void>,
): LineHandler<WebhookServices> {
  return async (services, argument, selection) => {
    const targets = await chooseWebhooks(services, title, argument, selection);
    if (targets) await act(services, targets);
  };
}

async function chooseWebhooks(
  services: WebhookServices,
  title: string,
  argument: unknown,
  selection?: unknown,
): Promise<Target[] | undefined> {
  services.session.require();
  return resolveTargets(
    linesOf('webhook', argument, selection),
    () => chooseRecords(title, choices(services)),
    id => {
      const known = services.webhooks.byId(id);
      return known && nameOf(known);
    },
  );
}

function choices({ webhooks }: WebhookServices): Choices {
  return choicesOf(webhooks.all(), ({ id, url, description }) => ({
    id,
    label: nameOf({ url, description }),
    description: description ? addressOf(url) : '',
  }));
}

function nameOf({ url, description }: Pick<Webhook, 'url' | 'description'>): string {
  return description || addressOf(url);
}

// The query may be long or secret.
function addressOf(url: string): string {
  return url.split('?')[0] ?? '';
}

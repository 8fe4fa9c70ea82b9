import { Command, View } from '../manifest.ts';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import { ALL_WEBHOOKS, type DeliveryLists, type WebhookStore } from '../stores/webhookStore.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { emptyText, filterText } from './filterText.ts';
import { commandLine, infoLine, type Line, listLines, listMessage, recordLine } from './line.ts';
import { receiverLines } from './receiverItems.ts';
import { deliveryItem, webhookItem } from './webhookItems.ts';

/**
 * Creates the source of the “Webhooks” view: the local receiver while it runs, and endpoints with their deliveries,
 * which are read on expansion.
 */
export function webhookView(
  webhooks: WebhookStore,
  deliveries: DeliveryLists,
  receiver: LocalReceiver,
): ConnectionSource {
  const deliveryLines = async (endpointId: string): Promise<Line[]> => {
    const list = deliveries.of(endpointId);
    await list.ensure();
    const id = `deliveries/${endpointId}` as const;
    if (webhooks.notOffered && list.state.kind === 'failed' && isNotOffered(list.state.error)) {
      return [infoLine(`${id}/missing`, 'This service does not list deliveries')];
    }
    return listLines(list.state, {
      list: id,
      noun: 'deliveries',
      empty: 'No deliveries yet',
      line: delivery => recordLine('delivery', { ...delivery, endpointId }, deliveryItem),
    });
  };
  const endpointLines = (): Line[] => {
    const { state, notOffered, filter } = webhooks;
    const lines = listLines(state, {
      list: 'webhooks',
      noun: 'endpoints',
      isFailureAbove: true,
      empty: notOffered ? undefined : emptyText('endpoints', filter, ALL_WEBHOOKS),
      line: webhook =>
        recordLine(
          'webhook',
          webhook,
          () => webhookItem(webhook, !notOffered),
          () => deliveryLines(webhook.id),
        ),
    });
    const create = { title: 'Create Webhook…', command: Command.createWebhook };
    return notOffered ? [...lines, commandLine('webhooks/create', 'Create an endpoint…', create)] : lines;
  };
  return {
    view: View.webhooks,
    refresh: Command.refreshWebhooks,
    // The receiver is shown even without a connection.
    isLocal: () => receiver.address !== undefined,
    onDidChange: anyEvent(webhooks.onDidChange, deliveries.onDidChange, receiver.onDidChange),
    ensure: () => webhooks.ensure(),
    lines: () => [...receiverLines(receiver), ...endpointLines()],
    message: () =>
      webhooks.notOffered
        ? 'This service does not list webhook endpoints. Only those created here or named in flow files are shown.'
        : listMessage(webhooks.state, Date.now()),
    description: () =>
      webhooks.notOffered ? '' : filterText(webhooks.filter, ALL_WEBHOOKS, webhooks.filter.status),
    watch: isWatched => {
      for (const store of [webhooks, deliveries]) store.watch(isWatched);
    },
  };
}

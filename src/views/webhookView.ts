import { Command, View } from '../manifest.ts';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import { ALL_WEBHOOKS, type DeliveryLists, type WebhookStore } from '../stores/webhookStore.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { filterText, isFiltered } from './filterText.ts';
import { commandRow, infoRow, type Row, listRows, listMessage, recordRow } from './row.ts';
import { receiverRows } from './receiverItems.ts';
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
  const deliveryRows = async (endpointId: string): Promise<Row[]> => {
    const list = deliveries.of(endpointId);
    await list.ensure();
    const id = `deliveries/${endpointId}` as const;
    if (webhooks.notOffered && list.state.kind === 'failed' && isNotOffered(list.state.error)) {
      return [infoRow(`${id}/missing`, 'This service does not list deliveries')];
    }
    return listRows(list.state, {
      list: id,
      noun: 'deliveries',
      empty: 'No deliveries yet',
      row: delivery => recordRow('delivery', { ...delivery, endpointId }, deliveryItem),
    });
  };
  const endpointRows = (): Row[] => {
    const { state, notOffered, filter } = webhooks;
    const rows = listRows(state, {
      list: 'webhooks',
      noun: 'endpoints',
      isFailureAbove: true,
      isFiltered: notOffered ? undefined : isFiltered(filter, ALL_WEBHOOKS),
      row: webhook =>
        recordRow(
          'webhook',
          webhook,
          () => webhookItem(webhook, !notOffered),
          () => deliveryRows(webhook.id),
        ),
    });
    const create = { title: 'Create Webhook…', command: Command.createWebhook };
    return notOffered ? [...rows, commandRow('webhooks/create', 'Create an endpoint…', create)] : rows;
  };
  return {
    view: View.webhooks,
    refresh: Command.refreshWebhooks,
    // The receiver is shown even without a connection.
    isLocal: () => receiver.address !== undefined,
    onDidChange: anyEvent(webhooks.onDidChange, deliveries.onDidChange, receiver.onDidChange),
    ensure: () => webhooks.ensure(),
    rows: () => [...receiverRows(receiver), ...endpointRows()],
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

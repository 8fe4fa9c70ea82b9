import { Command, View } from '../manifest.ts';
import type { LocalReceiver } from '../host/localReceiver.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import type { DeliveryLists, WebhookStore } from '../stores/webhookStore.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { infoLine, type Line, listLines, listMessage, stepLine } from './line.ts';
import type { LineSource } from './lineTree.ts';
import { receiverLines } from './receiverItems.ts';
import { deliveryItem, webhookItem } from './webhookItems.ts';

/**
 * The “Webhooks” view: the local receiver while it runs, and endpoints with their deliveries, which are read on
 * expansion.
 */
export class WebhookView implements LineSource {
  readonly view = View.webhooks;
  readonly refresh = Command.refreshWebhooks;
  readonly selectsMany = true;
  readonly #webhooks: WebhookStore;
  readonly #deliveries: DeliveryLists;
  readonly #receiver: LocalReceiver;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(webhooks: WebhookStore, deliveries: DeliveryLists, receiver: LocalReceiver) {
    this.#webhooks = webhooks;
    this.#deliveries = deliveries;
    this.#receiver = receiver;
    this.#owned.add(webhooks.onDidChange(() => this.#changed.fire()));
    this.#owned.add(deliveries.onDidChange(() => this.#changed.fire()));
    this.#owned.add(receiver.onDidChange(() => this.#changed.fire()));
  }

  /** The receiver is shown even without a connection. */
  get local(): boolean {
    return this.#receiver.address !== undefined;
  }

  readonly ensure = (): Promise<void> => this.#webhooks.ensure();

  readonly lines = (): Line[] => [...receiverLines(this.#receiver), ...this.#endpoints()];

  readonly message = (): string =>
    this.#webhooks.notOffered
      ? 'This service does not list webhook endpoints. Only those created here or named in flow files are shown.'
      : listMessage(this.#webhooks.state, Date.now());

  readonly description = (): string => {
    if (this.#webhooks.notOffered) return '';
    const { search, status } = this.#webhooks.filter;
    return [search === '' ? '' : `“${search}”`, status ?? ''].filter(Boolean).join(' · ');
  };

  readonly watch = (wanted: boolean): void => {
    this.#webhooks.watch(wanted);
    this.#deliveries.watch(wanted);
  };

  dispose(): void {
    this.#owned.dispose();
  }

  #endpoints(): Line[] {
    const { state, notOffered, filter } = this.#webhooks;
    const lines = listLines(state, {
      id: 'webhooks',
      noun: 'endpoints',
      list: 'webhooks',
      saidAbove: true,
      line: webhook => this.#webhookLine(webhook),
    });
    if (notOffered) {
      const create = { title: 'Create Webhook…', command: Command.createWebhook };
      return [...lines, stepLine('webhooks/create', 'Create an endpoint…', create)];
    }
    if (lines.length > 0 || state.kind !== 'ready') return lines;
    const narrowed = filter.search !== '' || filter.status !== undefined;
    return [infoLine('webhooks/empty', narrowed ? 'No matching endpoints' : 'No endpoints yet')];
  }

  #webhookLine(webhook: Webhook): Line {
    return {
      kind: 'webhook',
      record: webhook,
      item: () => webhookItem(webhook, !this.#webhooks.notOffered),
      children: () => this.#deliveriesTo(webhook.id),
    };
  }

  async #deliveriesTo(endpointId: string): Promise<Line[]> {
    const list = this.#deliveries.of(endpointId);
    await list.ensure();
    const id = `deliveries/${endpointId}` as const;
    if (this.#webhooks.notOffered && list.state.kind === 'failed' && isNotOffered(list.state.error))
      return [infoLine(`${id}/missing`, 'This service does not list deliveries')];
    const lines = listLines(list.state, {
      id,
      noun: 'deliveries',
      list: id,
      saidAbove: false,
      line: delivery => ({
        kind: 'delivery',
        record: { ...delivery, endpointId },
        item: () => deliveryItem({ ...delivery, endpointId }),
      }),
    });
    return lines.length > 0 ? lines : [infoLine(`${id}/empty`, 'No deliveries yet')];
  }
}

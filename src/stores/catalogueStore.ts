import type { Client } from '../client/client.ts';
import { pages } from '../client/pages.ts';
import { createCatalogue, type FlowCatalogue, type NamedThing } from '../flow/catalogue.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Session } from './session.ts';

/** A catalogue of which nothing is known, so that nothing is said to be missing from it. */
const NOTHING: FlowCatalogue = { ...createCatalogue([]), complete: false };

const PAGE_SIZE = 100;

/** Everything that flows can refer to on the active connection, read whole whenever a connection opens. */
export class CatalogueStore implements Disposable {
  readonly #session: Session;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly #onError: (error: unknown) => void;
  #catalogue = NOTHING;
  #loading = new AbortController();
  #client: Client | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, onError: (error: unknown) => void) {
    this.#session = session;
    this.#onError = onError;
    this.#subscription = session.onDidChange(() => this.#follow());
    this.#follow();
  }

  /** What is known now. */
  get catalogue(): FlowCatalogue {
    return this.#catalogue;
  }

  dispose(): void {
    this.#loading.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #follow(): void {
    const { state } = this.#session;
    const client = state.kind === 'open' ? state.client : undefined;
    if (client === this.#client) return;
    this.#client = client;
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#become(NOTHING);
    if (client) void this.#load(client, this.#loading.signal);
  }

  async #load(client: Client, signal: AbortSignal): Promise<void> {
    try {
      const [actions, devices, triggers, webhooks] = await Promise.all([
        all(pages(client.listActions, { query: { pageSize: PAGE_SIZE } }, { signal })),
        known(all(pages(client.listDevices, { query: { pageSize: PAGE_SIZE } }, { signal }))),
        known(all(pages(client.listTriggers, { query: { pageSize: PAGE_SIZE } }, { signal }))),
        known(all(pages(client.listWebhooks, { query: { pageSize: PAGE_SIZE } }, { signal }))),
      ]);
      if (signal.aborted) return;
      this.#become(
        createCatalogue(actions, {
          devices: devices?.map(nameOf),
          triggers: triggers?.map(nameOf),
          webhooks: webhooks?.map(({ id, url }) => ({ id, name: url })),
        }),
      );
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
    }
  }

  #become(catalogue: FlowCatalogue): void {
    if (catalogue === this.#catalogue) return;
    this.#catalogue = catalogue;
    this.#changed.fire();
  }
}

async function all<T>(list: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const page of list) items.push(...page);
  return items;
}

/** A list that a service may not offer, or not answer now: then nothing is known of its kind. */
async function known<T>(list: Promise<readonly T[]>): Promise<readonly T[] | undefined> {
  try {
    return await list;
  } catch {
    return undefined;
  }
}

function nameOf({ id, name }: { id: string; name?: string | null | undefined }): NamedThing {
  return { id, name: name ?? id };
}

import type { Client } from '../client/client.ts';
import { pages } from '../client/pages.ts';
import type { AppEventType } from '../contract/records/trigger.ts';
import { keptAction } from '../flow/form/keptAction.ts';
import {
  appReference,
  deviceReference,
  mailboxReference,
  tellApart,
  triggerReference,
  webhookReference,
} from '../flow/namedReferences.ts';
import { openCatalog, packActions, packCatalog, type PackedAction } from '../flow/packedCatalog.ts';
import type { CatalogState } from './catalogStore.ts';
import { payloadSchemaOf } from './payloadSchema.ts';

const PAGE_SIZE = 100;

/** A catalog read from the service, and its packed form for storage. */
interface ReadCatalog {
  readonly kept: Uint8Array;
  /** The catalog. Its webhooks and mailboxes are not stored, since addresses may be secret or personal. */
  readonly known: Pick<CatalogState, 'catalog' | 'count' | 'services' | 'readAt'>;
}

/** Reads all records that flows can refer to. Rejects if the actions cannot be read; other lists may be missing. */
export async function readCatalog(client: Client, signal: AbortSignal): Promise<ReadCatalog> {
  const query = { pageSize: PAGE_SIZE };
  const [actions, devices, triggers, webhooks, mailboxes, apps] = await Promise.all([
    readActions(client, signal),
    readOptional(all(pages(client.listDevices, { query }, { signal }))),
    readOptional(all(pages(client.listTriggers, { query }, { signal }))),
    readOptional(all(pages(client.listWebhooks, { query }, { signal }))),
    readOptional(all(pages(client.listMailboxes, { query }, { signal }))),
    readOptional(all(pages(client.listApps, { query }, { signal }))),
  ]);
  const hasEvents = triggers?.some(({ eventType }) => eventType != null) === true;
  const eventTypes = hasEvents ? ((await readOptional(readEventTypes(client, signal))) ?? []) : [];
  const readAt = new Date();
  const facts = {
    readAt: readAt.getTime(),
    services: actions.services,
    devices: devices && tellApart(devices.map(deviceReference)),
    triggers:
      triggers &&
      tellApart(
        triggers.map(trigger => ({
          ...triggerReference(trigger),
          payloadSchema: payloadSchemaOf(trigger, eventTypes),
        })),
      ),
    apps: apps && tellApart(apps.map(appReference)),
  };
  const kept = packCatalog(actions.kept, facts);
  const opened = openCatalog(packCatalog(actions.packed, facts), true);
  if (!opened) throw new Error('The catalog could not be packed.');
  const { catalog, count } = opened;
  const named = webhooks && tellApart(webhooks.map(webhookReference));
  const inboxes = mailboxes && tellApart(mailboxes.map(mailboxReference));
  return {
    kept,
    known: {
      catalog: { ...catalog, webhooks: named, mailboxes: inboxes },
      count,
      services: actions.services,
      readAt,
    },
  };
}

// Pages are packed as they arrive, so that a large catalog does not block the extension host.
async function readActions(client: Client, signal: AbortSignal): Promise<ReadActions> {
  const packed = new Map<string, PackedAction>();
  const kept = new Map<string, PackedAction>();
  const services = new Set<string>();
  for await (const page of pages(client.listActions, { query: { pageSize: PAGE_SIZE } }, { signal })) {
    for (const { service } of page) services.add(service);
    for (const action of packActions(page)) packed.set(action.id, action);
    const changed = page.map(keptAction).filter((action, at) => action !== page[at]);
    for (const action of packActions(changed)) kept.set(action.id, action);
  }
  const collectAll = [...packed.values()];
  return {
    packed: collectAll,
    kept: collectAll.map(action => kept.get(action.id) ?? action),
    services: [...services],
  };
}

async function readEventTypes(client: Client, signal: AbortSignal): Promise<readonly AppEventType[]> {
  return (await client.listAppEventTypes({}, { signal })).value.data;
}

interface ReadActions {
  readonly packed: readonly PackedAction[];
  /** The same actions without secrets. */
  readonly kept: readonly PackedAction[];
  readonly services: readonly string[];
}

async function all<T>(list: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const page of list) items.push(...page);
  return items;
}

/** Returns a list, or undefined if the service does not offer it or the read fails. */
async function readOptional<T>(list: Promise<readonly T[]>): Promise<readonly T[] | undefined> {
  try {
    return await list;
  } catch {
    return undefined;
  }
}

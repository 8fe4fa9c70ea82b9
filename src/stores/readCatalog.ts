import type { Client } from '../client/client.ts';
import { pages } from '../client/pages.ts';
import type { TemplateContext } from '../contract/records/flow.ts';
import type { AppEventType } from '../contract/records/trigger.ts';
import { createCatalog, type TemplateRules } from '../flow/catalog.ts';
import { keptAction } from '../flow/form/keptAction.ts';
import {
  appReference,
  deviceReference,
  mailboxReference,
  tellApart,
  webhookReference,
} from '../flow/namedReferences.ts';
import { triggerReference } from '../flow/triggerReference.ts';
import type { CatalogState } from './catalogStore.ts';
import { encodeCatalog } from './keptCatalog.ts';
import { payloadSchemaOf } from './payloadSchema.ts';

const PAGE_SIZE = 100;
const MAX_ROOTS = 100;

/** A catalog read from the service, and its stored form. */
interface ReadCatalog {
  readonly kept: Uint8Array;
  /** The catalog. Its webhooks and mailboxes are not stored, since addresses may be secret or personal. */
  readonly known: Pick<CatalogState, 'catalog' | 'count' | 'services' | 'readAt'>;
}

/** Reads all records that flows can refer to. Rejects if the actions cannot be read; other lists may be missing. */
export async function readCatalog(client: Client, signal: AbortSignal): Promise<ReadCatalog> {
  const query = { pageSize: PAGE_SIZE };
  const [actionPages, devices, triggers, webhooks, mailboxes, apps, context] = await Promise.all([
    all(pages(client.listActions, { query }, { signal })),
    readOptional(all(pages(client.listDevices, { query }, { signal }))),
    readOptional(all(pages(client.listTriggers, { query }, { signal }))),
    readOptional(all(pages(client.listWebhooks, { query }, { signal }))),
    readOptional(all(pages(client.listMailboxes, { query }, { signal }))),
    readOptional(all(pages(client.listApps, { query }, { signal }))),
    readOptional(client.getTemplateContext({}, { signal })),
  ]);
  // A list that changes while it is read can have an action on two pages.
  const actions = [...new Map(actionPages.map(action => [action.id, action])).values()];
  const services = [...new Set(actions.map(({ service }) => service))];
  const hasEvents = triggers?.some(({ eventType }) => eventType != null) === true;
  const eventTypes = hasEvents ? ((await readOptional(readEventTypes(client, signal))) ?? []) : [];
  const readAt = new Date();
  const named = {
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
    templates: context && templateRules(context.value.data),
  };
  const catalog = createCatalog(actions, {
    ...named,
    webhooks: webhooks && tellApart(webhooks.map(webhookReference)),
    mailboxes: mailboxes && tellApart(mailboxes.map(mailboxReference)),
  });
  return {
    kept: encodeCatalog(actions.map(keptAction), { readAt: readAt.getTime(), services, ...named }),
    known: { catalog, count: actions.length, services, readAt },
  };
}

/** Returns the expressions that a service understands; undefined if it lists no roots. */
function templateRules(context: TemplateContext): TemplateRules | undefined {
  const { templateResolutionVersion: version, roots, payloadAliases, loop } = context;
  const names = [
    ...(roots ?? []).map(({ name }) => name),
    ...(payloadAliases ?? []).map(alias => alias.split('.')[0] ?? ''),
    ...(loop?.context ?? []),
    ...(loop?.itemVariableDefault == null ? [] : [loop.itemVariableDefault]),
  ];
  return names.length === 0 ? undefined : { version, roots: [...new Set(names)].slice(0, MAX_ROOTS) };
}

async function readEventTypes(client: Client, signal: AbortSignal): Promise<readonly AppEventType[]> {
  return (await client.listAppEventTypes({}, { signal })).value.data;
}

async function all<T>(list: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const page of list) items.push(...page);
  return items;
}

/** Returns what is read, or undefined if the service does not offer it or the read fails. */
async function readOptional<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    return undefined;
  }
}

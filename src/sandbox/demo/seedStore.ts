import { SEED_NAMES, type SeedName } from '../../contract/enumerations.ts';
import type { Action } from '../../contract/records/action.ts';
import { type Clock, timestamp } from '../runtime/clock.ts';
import { demoApps } from './apps.ts';
import { demoActionId, demoCatalogEntryId, demoCatalog } from './demoCatalog.ts';
import { demoProfiles } from './profiles.ts';
import { demoCredentialPackages, demoCredentials } from './credentials.ts';
import { demoDevices } from './devices.ts';
import { demoExecutions } from './executions.ts';
import { demoFlows } from './flows.ts';
import { LARGE, largeActions, largeDevices, largeFlows, largeMailboxes, largeMessages } from './large.ts';
import { demoMailboxes } from './mailboxes.ts';
import { demoMessages } from './messages.ts';
import { demoTaskRuns, demoTasks } from './tasks.ts';
import { demoTriggers } from './triggers.ts';
import { demoWebhooks } from './webhooks.ts';
import type { Store } from '../store/store.ts';
import { daysAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { newWebhookSecret } from '../records/defaults.ts';
import { storeExecution, storeDemoFlow } from './storeDemo.ts';
import { memberOf } from '../../util/isObject.ts';

const SEEDED = 'seed';

/**
 * Fills a new store with a seed; does nothing if the store is already seeded. The seed `empty` contains only the action
 * catalog, which users need to build anything. The same seed number yields the same random choices.
 */
export function seedStore(store: Store, clock: Clock, name: SeedName, seedNumber: number): void {
  store.transaction(() => {
    if (store.fact(SEEDED) !== undefined) return;
    store.setFact(SEEDED, { name, seedNumber, at: timestamp(clock) });
    const now = clock.now();
    seedCatalog(store, now);
    if (name !== 'empty') seedDemo(store, now);
    if (name === 'large') seedLarge(store, now, seedNumber);
  });
}

/** Returns the seed of a store. */
export function seedOf(store: Store): SeedName {
  const stored = memberOf(store.fact(SEEDED), 'name');
  return SEED_NAMES.find(name => name === stored) ?? 'demo';
}

function seedCatalog(store: Store, now: number): void {
  for (const [index, demo] of demoCatalog.entries()) {
    const { service, method, name, description, params, paramsSchema, outputSchema } = demo;
    const createdAt = daysAgo(now, 90 - index);
    const catalogEntryId = demoCatalogEntryId(method);
    const common = {
      name,
      description,
      service,
      method,
      ...(paramsSchema === undefined ? {} : { paramsSchema }),
      outputSchema,
      createdAt,
      updatedAt: createdAt,
    };
    store.catalogEntries.put({ id: catalogEntryId, ...common });
    const action: Action = { id: demoActionId(method), catalogEntryId, ...common };
    store.actions.put({ ...action, ...(params === undefined ? {} : { params }), ...OWNED });
  }
}

function seedDemo(store: Store, now: number): void {
  for (const device of demoDevices(now)) store.devices.put(device);
  for (const mailbox of demoMailboxes(now)) store.mailboxes.put(mailbox);
  for (const message of demoMessages(now)) store.messages.put(message);
  for (const app of demoApps(now)) store.apps.put(app);
  for (const profile of demoProfiles(now)) store.profiles.put(profile);
  for (const entry of demoCredentialPackages(now)) store.credentialPackages.put(entry);
  for (const credential of demoCredentials(now)) store.credentials.put(credential);
  for (const trigger of demoTriggers(now)) store.triggers.put(trigger);
  for (const flow of demoFlows(now)) storeDemoFlow(store, flow);
  for (const execution of demoExecutions(now)) storeExecution(store, execution);
  for (const task of demoTasks(now)) store.tasks.put(task);
  for (const run of demoTaskRuns(now)) store.taskRuns.put(run);
  for (const webhook of demoWebhooks(now))
    store.webhooks.put({ ...webhook, sandbox: { secret: newWebhookSecret() } });
}

// The demo data counts toward the numbers of the large seed.
function seedLarge(store: Store, now: number, seed: number): void {
  const large = { seed, now };
  const mailboxes = LARGE.mailboxes - store.mailboxes.count();
  for (const action of largeActions(LARGE.actions - store.actions.count(), large)) store.actions.put(action);
  for (const device of largeDevices(LARGE.devices - store.devices.count(), large)) store.devices.put(device);
  for (const flow of largeFlows(LARGE.flows - store.flows.count(), large)) storeDemoFlow(store, flow);
  for (const mailbox of largeMailboxes(mailboxes, large)) store.mailboxes.put(mailbox);
  for (const message of largeMessages(mailboxes, large)) store.messages.put(message);
}

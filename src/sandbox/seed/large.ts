import type { Store } from '../store/store.ts';
import { savedAction } from './actions.ts';
import { minutesAgo } from './ago.ts';
import { demoCatalogue } from '../demo/catalogue/demoCatalogue.ts';
import { demoDeviceId } from './devices.ts';
import { storeFlow } from './flows.ts';
import { mailbox, storeMessage } from './mailboxes.ts';
import { stableId } from './stableId.ts';

/** How much the seed `large` holds in all, the demo data included; messages are in one mailbox. */
export const LARGE = { actions: 5000, devices: 500, flows: 1000, mailboxes: 50, messages: 2000 } as const;

/** Adds what `large` has beyond the demo data. The names and order are always the same. */
export function seedLarge(store: Store, now: number): void {
  addActions(store, now);
  addDevices(store, now);
  addFlows(store, now);
  addMailboxes(store, now);
}

function addActions(store: Store, now: number): void {
  for (let index = store.actions.count(); index < LARGE.actions; index++) {
    const demo = demoCatalogue[index % demoCatalogue.length];
    if (!demo) return;
    const named = { ...demo, name: `${demo.name} ${String(index).padStart(4, '0')}` };
    store.actions.put(savedAction(named, stableId(`action:large:${index}`), minutesAgo(now, index)));
  }
}

function addDevices(store: Store, now: number): void {
  const model = store.devices.get(demoDeviceId('phone'));
  if (!model) return;
  for (let index = store.devices.count(); index < LARGE.devices; index++) {
    const name = `Cloud phone ${String(index).padStart(3, '0')}`;
    const createdAt = minutesAgo(now, index);
    store.devices.put({
      ...model,
      id: stableId(`device:large:${index}`),
      name,
      createdAt,
      updatedAt: createdAt,
    });
  }
}

function addFlows(store: Store, now: number): void {
  for (let index = store.flows.count(); index < LARGE.flows; index++) {
    const name = `Flow ${String(index).padStart(4, '0')}`;
    storeFlow(
      store,
      stableId(`flow:large:${index}`),
      { name, enabled: index % 3 === 0 },
      minutesAgo(now, index),
    );
  }
}

function addMailboxes(store: Store, now: number): void {
  for (let index = store.mailboxes.count(); index < LARGE.mailboxes; index++) {
    const address = `box-${String(index).padStart(2, '0')}@inbox.example`;
    store.mailboxes.put(mailbox(now, `large:${index}`, { address, label: `Box ${index}` }));
  }
  const full = stableId(`mailbox:large:${LARGE.mailboxes - 1}`);
  for (let index = store.messages.count(); index < LARGE.messages; index++) {
    const hasOtp = index % 4 === 0;
    const subject = hasOtp ? `Your code is ${100_000 + index}` : `Message ${index}`;
    const from = `sender-${index % 17}@mail.example`;
    const message = { from, subject, body: `${subject}. Sent to a large mailbox.`, minutes: index, hasOtp };
    storeMessage(store, full, `large:${index}`, message, now);
  }
}

import { type Clock, timestamp } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { seedActions } from './actions.ts';
import { seedApps } from './apps.ts';
import { seedDevices } from './devices.ts';
import { seedFlows } from './flows.ts';
import { seedLarge } from './large.ts';
import { seedMailboxes } from './mailboxes.ts';

/** What a new sandbox can begin with (design 5). */
export const SEED_NAMES = ['demo', 'empty', 'large'] as const;
/** What a new sandbox begins with. */
export type SeedName = (typeof SEED_NAMES)[number];

const SEEDED = 'seed';

/**
 * Fills a new store. A store that was seeded before is left as it is, whatever seed is named now. `empty`
 * has the catalogue, without which nothing could be built, and nothing else.
 */
export function seedStore(store: Store, clock: Clock, seed: SeedName): void {
  store.transaction(() => {
    if (store.fact(SEEDED) !== undefined) return;
    store.setFact(SEEDED, { name: seed, at: timestamp(clock) });
    const now = clock.now();
    seedActions(store, now);
    if (seed === 'empty') return;
    seedDevices(store, now);
    seedMailboxes(store, now);
    seedApps(store, now);
    seedFlows(store, now);
    if (seed === 'large') seedLarge(store, now);
  });
}

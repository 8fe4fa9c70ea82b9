import type { SeedName } from '../../contract/enumerations.ts';
import type { Snapshot } from '../../contract/sandbox/state.ts';
import type { Handlers } from '../handler.ts';
import { seedOf, seedStore } from '../seed/seedStore.ts';
import { keepingRevokedKeys } from '../http/accessKey.ts';
import type { Service } from '../service.ts';
import type { Snapshots } from './snapshots.ts';

/** What replacing all data needs beside the service. */
export interface WholeStateSettings {
  readonly seedNumber: number;
  readonly snapshots: Snapshots;
  /** Begins the work that the data in the store asks for, as after a start. */
  readonly resume: () => void;
}

/** All data of one sandbox at once. Work that runs is aborted before the data under it is replaced. */
export class WholeState {
  readonly #service: Service;
  readonly #settings: WholeStateSettings;
  #last: Promise<unknown> = Promise.resolve();

  constructor(service: Service, settings: WholeStateSettings) {
    this.#service = service;
    this.#settings = settings;
  }

  get snapshots(): Snapshots {
    return this.#settings.snapshots;
  }

  /** Keeps all data as it is now. */
  take(name: string): Snapshot {
    return this.snapshots.take(this.#service.store, name);
  }

  /** Forgets everything and begins anew; without a seed with the one that the data began with. */
  async reset(wanted: SeedName | undefined): Promise<SeedName> {
    const { store, clock } = this.#service;
    return this.#replace(() => {
      const seed = wanted ?? seedOf(store);
      store.clear();
      seedStore(store, clock, seed, this.#settings.seedNumber);
      return seed;
    });
  }

  /** Makes all data what it was. Refuses as `Snapshots.read` does, and then changes nothing. */
  async restore(id: string): Promise<Snapshot> {
    return this.#replace(() => this.snapshots.read(id, copy => this.#service.store.copyFrom(copy)));
  }

  // One at a time: the work that one begins must not see its data replaced by the next.
  async #replace<T>(change: () => T): Promise<T> {
    const replaced = this.#last.then(async () => {
      const { jobs, store } = this.#service;
      await jobs.stop();
      try {
        return store.transaction(() => keepingRevokedKeys(store, change));
      } finally {
        this.#settings.resume();
      }
    });
    this.#last = replaced.catch(() => undefined);
    return replaced;
  }
}

/** Handlers of the operations on all data of one sandbox. */
export function stateHandlers(state: WholeState): Handlers {
  return {
    resetSandbox: async ({ body }) => ({ data: { seed: await state.reset(body?.seed) } }),
    listSnapshots: () => ({ data: state.snapshots.list() }),
    takeSnapshot: ({ body }) => ({ data: state.take(body.name) }),
    restoreSnapshot: async ({ params }) => ({ data: await state.restore(params.snapshotId) }),
    deleteSnapshot: ({ params }) => {
      state.snapshots.delete(params.snapshotId);
      return undefined;
    },
  };
}

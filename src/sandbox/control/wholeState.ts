import type { SeedName } from '../../contract/enumerations.ts';
import type { Snapshot } from '../../contract/sandbox/state.ts';
import type { Handlers } from '../runtime/handler.ts';
import { seedOf, seedStore } from '../demo/seedStore.ts';
import { keepRevokedKeys } from '../http/accessKey.ts';
import type { Store } from '../store/store.ts';
import type { Service } from '../runtime/service.ts';
import type { Snapshots } from './snapshots.ts';
import { SerialQueue } from '../../util/serialQueue.ts';

/** The dependencies for replacing all data, apart from the service. */
interface WholeStateSettings {
  readonly seedNumber: number;
  readonly snapshots: Snapshots;
  /** Trials and debug runs, which end. */
  readonly temporary: readonly { endAll(): void }[];
  /** Starts the jobs that the data calls for, as at startup. */
  readonly resume: () => void;
}

/** Resets and restores all data of a sandbox. Running jobs are stopped before the data is replaced. */
export class WholeState {
  readonly #service: Service;
  readonly #settings: WholeStateSettings;
  readonly #replacements = new SerialQueue();

  constructor(service: Service, settings: WholeStateSettings) {
    this.#service = service;
    this.#settings = settings;
  }

  get snapshots(): Snapshots {
    return this.#settings.snapshots;
  }

  /** Takes a snapshot of all data. */
  take(name: string): Snapshot {
    return this.snapshots.take(this.#service.store, name);
  }

  /** Deletes all data and starts again with a seed; by default, the one used before. */
  async reset(seedName: SeedName | undefined): Promise<SeedName> {
    const { store, clock } = this.#service;
    return this.#replace(() => {
      const seed = seedName ?? seedOf(store);
      store.clear();
      seedStore(store, clock, seed, this.#settings.seedNumber);
      return seed;
    });
  }

  /** Restores a snapshot. Throws like `Snapshots.read`, and then changes nothing. */
  async restore(id: string): Promise<Snapshot> {
    return this.#replace(() => this.snapshots.read(id, copy => this.#service.store.copyFrom(copy)));
  }

  // Runs one replacement at a time, so that no job starts on data that the next one replaces.
  #replace<T>(change: () => T): Promise<T> {
    return this.#replacements.run(async () => {
      const { jobs, store } = this.#service;
      for (const runs of this.#settings.temporary) runs.endAll();
      await jobs.stop();
      try {
        return store.transaction(() => keepRevokedKeys(store, () => keepRealPhones(store, change)));
      } finally {
        this.#settings.resume();
      }
    });
  }
}

// Only the user adds and removes real phones, so a snapshot neither brings one back nor takes one away.
function keepRealPhones<T>(store: Store, change: () => T): T {
  const added = store.devices.all().filter(({ sandbox }) => sandbox.phone);
  const result = change();
  for (const { id, sandbox } of store.devices.all()) if (sandbox.phone) store.devices.delete(id);
  for (const device of added) store.devices.put(device);
  return result;
}

/** Creates the handlers for resets and snapshots. */
export function stateHandlers(state: WholeState): Handlers {
  return {
    resetSandbox: async ({ body }) => ({ data: { seed: await state.reset(body?.seed) } }),
    listSnapshots: () => ({ data: state.snapshots.list() }),
    takeSnapshot: ({ body }) => ({ data: state.take(body.name) }),
    restoreSnapshot: async ({ params }) => ({ data: await state.restore(params.snapshotId) }),
    deleteSnapshot: ({ params }): undefined => {
      state.snapshots.delete(params.snapshotId);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Snapshot } from '../../contract/sandbox/state.ts';
import type { Log } from '../runtime/log.ts';
import { notFound, Refusal } from '../runtime/refusal.ts';
import { Store } from '../store/store.ts';

/** The name of the fact in a copied store that describes the snapshot. */
const FACT = 'snapshot';
const EXTENSION = '.db';
/** The suffix of a file that is not yet complete. */
const UNFINISHED = '.part';

interface KeptSnapshot {
  readonly about: Snapshot;
  /** The copy itself, if snapshots are kept in memory. */
  readonly copy?: Store;
}

/**
 * The snapshots of all data: SQLite files in a folder, each renamed when complete, or in memory without a folder.
 * Unreadable files are logged and left alone.
 */
export class Snapshots {
  readonly #folder: string | undefined;
  readonly #log: Log;
  readonly #kept = new Map<string, KeptSnapshot>();

  constructor(folder: string | undefined, log: Log) {
    this.#folder = folder;
    this.#log = log;
    if (folder !== undefined) this.#loadAll(folder);
  }

  /** Returns the snapshots, newest first. */
  list(): Snapshot[] {
    return [...this.#kept.values()].map(({ about }) => about).reverse();
  }

  /** Stores a copy of a store. Throws a Refusal if the name is taken. */
  take(store: Store, name: string): Snapshot {
    if (this.list().some(snapshot => snapshot.name === name)) {
      throw new Refusal(
        409,
        'snapshot_exists',
        `There is a snapshot named “${name}” already; choose another name.`,
      );
    }
    const about = { id: randomUUID(), name, takenAt: new Date().toISOString() };
    this.#kept.set(
      about.id,
      this.#folder === undefined ? copyToMemory(store, about) : this.#write(this.#folder, store, about),
    );
    return about;
  }

  /** Passes the copy of the data to `work`. Throws a Refusal if the snapshot does not exist or cannot be read. */
  read(id: string, work: (copy: Store) => void): Snapshot {
    const { about, copy } = this.#require(id);
    if (copy) {
      work(copy);
      return about;
    }
    let fileStore: Store | undefined;
    try {
      fileStore = new Store(this.#path(id));
      fileStore.refuseDamage();
      work(fileStore);
      return about;
    } catch (error) {
      this.#log.error(`The snapshot ${id} cannot be read.`, error);
      const message = `The snapshot “${about.name}” cannot be read; its file is damaged or from a newer version.`;
      throw new Refusal(409, 'snapshot_unreadable', message);
    } finally {
      fileStore?.close();
    }
  }

  /** Deletes a snapshot. Throws a Refusal if it does not exist. */
  delete(id: string): void {
    const { about, copy } = this.#require(id);
    if (copy) copy.close();
    else rmSync(this.#path(about.id), { force: true });
    this.#kept.delete(about.id);
  }

  #require(id: string): KeptSnapshot {
    const kept = this.#kept.get(id.toLowerCase());
    if (!kept) throw notFound('snapshot');
    return kept;
  }

  #path(id: string): string {
    return join(this.#folder ?? '', `${id.toLowerCase()}${EXTENSION}`);
  }

  #write(folder: string, store: Store, about: Snapshot): KeptSnapshot {
    mkdirSync(folder, { recursive: true });
    const file = this.#path(about.id);
    const unfinishedFile = `${file}${UNFINISHED}`;
    try {
      const copy = new Store(unfinishedFile);
      try {
        fill(copy, store, about);
      } finally {
        copy.close();
      }
      renameSync(unfinishedFile, file);
    } catch (error) {
      removeUnfinished(folder);
      throw error;
    }
    return { about };
  }

  #loadAll(folder: string): void {
    removeUnfinished(folder);
    const files = readNames(folder).filter(name => name.endsWith(EXTENSION));
    const found = files.flatMap(file => {
      try {
        return readSnapshot(join(folder, file));
      } catch (error) {
        this.#log.error(`The snapshot ${file} cannot be read.`, error);
        return [];
      }
    });
    const oldestFirst = found.toSorted((a, b) => a.takenAt.localeCompare(b.takenAt));
    for (const about of oldestFirst) this.#kept.set(about.id, { about });
  }
}

function copyToMemory(store: Store, about: Snapshot): KeptSnapshot {
  const copy = new Store(undefined);
  fill(copy, store, about);
  return { about, copy };
}

function fill(copy: Store, store: Store, about: Snapshot): void {
  copy.transaction(() => {
    copy.copyFrom(store);
    copy.setFact(FACT, about);
  });
}

function readSnapshot(path: string): Snapshot {
  const copy = new Store(path);
  try {
    return Snapshot.parse(copy.fact(FACT));
  } finally {
    copy.close();
  }
}

// Removes what a crash left behind: the file and SQLite's files next to it.
function removeUnfinished(folder: string): void {
  for (const name of readNames(folder))
    if (name.includes(UNFINISHED)) rmSync(join(folder, name), { force: true });
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

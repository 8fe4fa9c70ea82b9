import assert from 'node:assert/strict';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs in the page: returns everything that the browser has stored for it, as text. */
export async function readBrowserStorage(): Promise<string> {
  const { indexedDB, localStorage } = globalThis as unknown as BrowserScope;
  const done = <T>(request: StorageRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('The database could not be read.'));
    });
  const found: unknown[] = [{ ...localStorage }];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      found.push(await done(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  return JSON.stringify(found);
}

/** The browser globals used here; tests have no DOM types. */
interface BrowserScope {
  readonly localStorage: object;
  readonly indexedDB: {
    databases(): Promise<{ name: string }[]>;
    open(name: string): StorageRequest<StorageDatabase>;
  };
}

interface StorageRequest<T> {
  readonly result: T;
  onsuccess: () => void;
  onerror: () => void;
}

interface StorageDatabase {
  readonly objectStoreNames: Iterable<string>;
  transaction(store: string): { objectStore(name: string): { getAll(): StorageRequest<unknown[]> } };
  close(): void;
}

/** Returns the files below a folder that contain a text. */
export async function findFilesWith(folder: string, text: string): Promise<string[]> {
  const entries = await entriesBelow(folder);
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  assert.ok(files.length > 0, 'there are files to look at');
  const found = await Promise.all(
    files.map(async file => ((await readFile(file).catch(unlessGone))?.includes(text) ? file : '')),
  );
  return found.filter(Boolean);
}

// A window adds and removes files and folders in the meantime.
async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessGone);
  return entries ?? entriesBelow(folder);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

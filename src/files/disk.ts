import { chmod, lstat, mkdir, open, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, unlessMissing } from '../util/errors.ts';

/** The file system operations of changes. All reject with Node.js errors, which have a `code`, except as noted. */
export interface Disk {
  /** Reads a regular file; rejects with a plain Error for any other kind or for more than `most` bytes. */
  readonly read: (path: string, most: number) => Promise<Uint8Array>;
  /** Returns the path of an existing entry with all symbolic links resolved. */
  readonly realPath: (path: string) => Promise<string>;
  /** Returns true for a symbolic link, false for another entry, and undefined if there is none. */
  readonly isLink: (path: string) => Promise<boolean | undefined>;
  /** Returns a text that identifies this version of the entry; undefined if there is none. Follows no symbolic link. */
  readonly identity: (path: string) => Promise<string | undefined>;
  readonly makeFolder: (path: string) => Promise<void>;
  /** Creates a file, which must not exist yet. */
  readonly create: (path: string, text: string) => Promise<void>;
  /** Replaces the content of a file, which must exist, and flushes it to disk. */
  readonly fill: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Sets the time of the last change of a file to now. */
  readonly touch: (path: string) => Promise<void>;
  /** Moves the file `path` onto `other`, and keeps the permissions of an existing `other`. */
  readonly replace: (path: string, other: string) => Promise<void>;
  readonly rename: (path: string, other: string) => Promise<void>;
  /** Removes a file; does nothing if it is already gone. */
  readonly remove: (path: string) => Promise<void>;
}

/** The waits between attempts to rename a file onto one that another program has open, in milliseconds. */
const BUSY_WAITS = [10, 20, 50, 100, 200, 400];

/** The file system of this computer. */
export const nodeDisk: Disk = {
  read: async (path, most) => {
    // Opening a pipe would wait for a writer, so the file type is checked first.
    if (!(await stat(path)).isFile()) throw new Error('not a regular file');
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > most) throw new Error(`larger than ${most} bytes`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  },
  realPath: path => realpath(path),
  isLink: async path => (await unlessMissing(lstat(path)))?.isSymbolicLink(),
  identity: async path => {
    const found = await unlessMissing(lstat(path, { bigint: true }));
    return found && [found.ino, found.mtimeNs, found.birthtimeNs].join(' ');
  },
  makeFolder: async path => {
    await mkdir(path, { recursive: true });
  },
  create: async (path, text) => {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(text);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  },
  fill: async (path, bytes) => {
    const file = await open(path, 'r+');
    try {
      await file.truncate();
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  touch: path => utimes(path, new Date(), new Date()),
  replace: async (path, other) => {
    const existing = await unlessMissing(stat(other));
    if (existing) await chmod(path, existing.mode);
    await renameBusy(() => rename(path, other), process.platform);
  },
  rename: (path, other) => rename(path, other),
  remove: path => rm(path, { force: true }),
};

/** Repeats a rename while Windows refuses it because another program, such as a virus scanner, has a file open. */
export async function renameBusy(renameOnce: () => Promise<void>, platform: string): Promise<void> {
  for (const wait of platform === 'win32' ? BUSY_WAITS : []) {
    try {
      await renameOnce();
      return;
    } catch (error) {
      if (!['EACCES', 'EBUSY', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
      await sleep(wait);
    }
  }
  await renameOnce();
}

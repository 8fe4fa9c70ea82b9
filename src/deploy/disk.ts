import { chmod, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { unlessMissing } from '../util/errors.ts';

/** The file system operations that links need. All reject with Node.js errors, which have a `code`, except as noted. */
export interface Disk {
  /** Reads a regular file; rejects with a plain Error for any other kind or for more than `most` bytes. */
  readonly read: (path: string, most: number) => Promise<Uint8Array>;
  /** Returns the path of an existing entry with all symbolic links resolved. */
  readonly realPath: (path: string) => Promise<string>;
  /** Returns a text that identifies this version of the entry; undefined if there is none. Follows no symbolic link. */
  readonly identity: (path: string) => Promise<string | undefined>;
  readonly makeFolder: (path: string) => Promise<void>;
  /** Creates a file, which must not exist yet, and flushes it to disk. */
  readonly create: (path: string, text: string) => Promise<void>;
  /** Moves the file `path` onto `other`, and keeps the permissions of an existing `other`. */
  readonly replace: (path: string, other: string) => Promise<void>;
  readonly rename: (path: string, other: string) => Promise<void>;
  /** Removes a file; does nothing if it is already gone. */
  readonly remove: (path: string) => Promise<void>;
}

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
      await file.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  },
  replace: async (path, other) => {
    const existing = await unlessMissing(stat(other));
    if (existing) await chmod(path, existing.mode);
    await rename(path, other);
  },
  rename: (path, other) => rename(path, other),
  remove: path => rm(path, { force: true }),
};

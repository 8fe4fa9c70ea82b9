import { chmod, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { isNotFound } from '../util/fileError.ts';

/** The part of a file system that links need. Everything rejects with the errors of Node, which have a `code`. */
export interface Disk {
  /** The bytes of a regular file; rejects where there are more than `most`. */
  readonly read: (path: string, most: number) => Promise<Uint8Array>;
  /** The path without symbolic links of something that exists. */
  readonly realPath: (path: string) => Promise<string>;
  /** A text that another entry of this name never has; undefined where there is none. Follows no symbolic link. */
  readonly identity: (path: string) => Promise<string | undefined>;
  readonly makeFolder: (path: string) => Promise<void>;
  /** Makes a file that is not there yet and brings its bytes to the disk. */
  readonly create: (path: string, text: string) => Promise<void>;
  /** Puts a new file in place of another one, whose permissions it takes over. */
  readonly replace: (path: string, other: string) => Promise<void>;
  readonly rename: (path: string, other: string) => Promise<void>;
  /** Removes a file; one that is gone already is no error. */
  readonly remove: (path: string) => Promise<void>;
}

/** The file system of this computer. */
export const nodeDisk: Disk = {
  read: async (path, most) => {
    // Opening a pipe would wait for a writer, so it is looked at first.
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
    try {
      const { ino, mtimeNs, birthtimeNs } = await lstat(path, { bigint: true });
      return [ino, mtimeNs, birthtimeNs].join(' ');
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
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
    try {
      await chmod(path, (await stat(other)).mode);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await rename(path, other);
  },
  rename: (path, other) => rename(path, other),
  remove: path => rm(path, { force: true }),
};

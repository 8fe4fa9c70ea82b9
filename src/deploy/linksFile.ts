import { dirname, join } from 'node:path';
import { changeFile } from '../files/changeFile.ts';
import { type Disk, nodeDisk } from '../files/disk.ts';
import { LOCK_TIMES, type LockTimes, withLock } from '../files/fileLock.ts';
import { pathInside } from '../files/insideFolder.ts';
import {
  isLinkKey,
  type LinksContent,
  formatLinks,
  parseLinks,
  LINKS_NAME,
  LINKS_PATH,
} from '../flow/deploy/linksText.ts';
import { equalJson } from '../flow/schema/equal.ts';
import { BUDGETS } from '../util/budgets.ts';
import { errorCode, toError, unlessMissing } from '../util/errors.ts';
import { digest } from './digest.ts';

/** Returns the new content of a links file. Called again if another window wrote in the meantime. */
type LinksChange = (content: LinksContent) => LinksContent;

/** Reads and changes the links file of one folder. */
export interface LinkStorage {
  /**
   * Returns the content, which is empty only if there is no file. Rejects if it is unreadable, with a message for the
   * user.
   */
  readonly read: () => Promise<LinksContent>;
  /** Changes the content without losing concurrent writes by other windows. */
  readonly update: (change: LinksChange) => Promise<void>;
  /** Runs work for a file while no other program or window runs such work for it. */
  readonly exclusively: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** True if the key names a flow file inside the folder. */
  readonly isInside: (key: string) => Promise<boolean>;
}

/** The maximum size of a links file in bytes. */
export const LINKS_LIMIT: number = BUDGETS.links.bytes;

/**
 * The links file of a folder on disk. Each write replaces the whole file by renaming a new one, under a lock file, so
 * that several windows never undo each other's writes.
 */
export class LinksFile implements LinkStorage {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #times: LockTimes;
  readonly #path: string;

  constructor(folder: string, disk: Disk = nodeDisk, times = LOCK_TIMES) {
    this.#folder = folder;
    this.#disk = disk;
    this.#times = times;
    this.#path = join(folder, ...LINKS_PATH);
  }

  readonly read: LinkStorage['read'] = () => this.#read();

  readonly update: LinkStorage['update'] = async change => {
    try {
      await this.#update(change);
    } catch (error) {
      throw errorCode(error) === undefined ? error : linksError('written', error);
    }
  };

  readonly exclusively: LinkStorage['exclusively'] = async <T>(key: string, work: () => Promise<T>) => {
    await this.#read();
    const folder = dirname(await this.#resolve());
    const path = join(folder, `deploy-${digest(key).slice(0, 16)}`);
    const run = (): Promise<{ readonly result: Promise<T> }> => {
      const result = work();
      // A failure of the work is no failure of the lock.
      return result.then(
        () => ({ result }),
        () => ({ result }),
      );
    };
    const { result } = await this.#disk
      .makeFolder(folder)
      .then(() => withLock(this.#disk, path, run, this.#times))
      .catch((error: unknown) => {
        throw errorCode(error) === undefined ? error : linksError('written', error);
      });
    return result;
  };

  readonly isInside: LinkStorage['isInside'] = async key => {
    if (!isLinkKey(key)) return false;
    try {
      const path = await pathInside(this.#disk, this.#folder, join(this.#folder, key));
      return path !== undefined && isLinkKey(path);
    } catch {
      // Errors, such as a cycle of symbolic links, count as not inside.
      return false;
    }
  };

  async #update(change: LinksChange): Promise<void> {
    await this.#read();
    const file = {
      disk: this.#disk,
      resolve: () => this.#resolve(),
      most: LINKS_LIMIT,
      times: this.#times,
    };
    await changeFile(file, bytes => {
      const content = bytes ? parseLinks(bytes) : {};
      const changed = change(content);
      return equalJson(changed, content) ? undefined : new TextEncoder().encode(formatLinks(changed));
    });
  }

  async #read(): Promise<LinksContent> {
    const path = await this.#resolve();
    const bytes = await unlessMissing(this.#disk.read(path, LINKS_LIMIT)).catch((error: unknown) => {
      throw linksError('read', error);
    });
    return bytes ? parseLinks(bytes) : {};
  }

  /** Returns the path of the links file with all symbolic links below the folder resolved. */
  async #resolve(): Promise<string> {
    const inside = await pathInside(this.#disk, this.#folder, this.#path).catch((error: unknown) => {
      throw linksError('read', error);
    });
    if (inside !== undefined) return join(this.#folder, inside);
    throw new Error(
      `${LINKS_NAME} leads outside its folder by a symbolic link. Replace the link with a regular file or folder.`,
    );
  }
}

function linksError(done: 'read' | 'written', error: unknown): Error {
  const why = errorCode(error) ?? toError(error).message;
  return new Error(`${LINKS_NAME} cannot be ${done}: ${why}. Nothing in it was changed.`, { cause: error });
}

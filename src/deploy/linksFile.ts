import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isLinkKey,
  type LinksContent,
  formatLinks,
  parseLinks,
  LINKS_NAME,
  LINKS_PATH,
} from '../flow/deploy/linksText.ts';
import { equalJson } from '../flow/schema/equal.ts';
import { errorCode, isNotFound, toError, unlessMissing } from '../util/errors.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { pathInside } from './insideFolder.ts';

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
  /** True if the key names a flow file inside the folder. */
  readonly isInside: (key: string) => Promise<boolean>;
}

/** The timing for waiting until another window has finished writing. */
interface LockTimeouts {
  readonly pollMs: number;
  /** A lock unchanged for longer than this is treated as abandoned by a window that has closed. */
  readonly staleMs: number;
}

/** The maximum size of a links file in bytes. */
export const LINKS_LIMIT = 16_000_000;

const LOCK_TIMEOUTS: LockTimeouts = { pollMs: 20, staleMs: 5000 };
const ATTEMPTS = 20;

/**
 * The links file of a folder on disk. Each write replaces the whole file by renaming a new one, under a lock file, so
 * that several windows never undo each other's writes.
 */
export class LinksFile implements LinkStorage {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #timeouts: LockTimeouts;
  readonly #linksFolder: string;
  readonly #path: string;
  readonly #lock: string;

  constructor(folder: string, disk: Disk = nodeDisk, timeouts = LOCK_TIMEOUTS) {
    this.#folder = folder;
    this.#disk = disk;
    this.#timeouts = timeouts;
    this.#linksFolder = join(folder, LINKS_PATH[0]);
    this.#path = join(folder, ...LINKS_PATH);
    this.#lock = `${this.#path}.lock`;
  }

  readonly read: LinkStorage['read'] = async () => (await this.#read()).content;

  readonly update: LinkStorage['update'] = async change => {
    try {
      await this.#update(change);
    } catch (error) {
      throw errorCode(error) === undefined ? error : linksError('written', error);
    }
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
    // Creates nothing in a folder whose links are unreadable.
    await this.#read();
    await this.#disk.makeFolder(this.#linksFolder);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const token = await this.#acquire();
      try {
        const { content, path } = await this.#read();
        const changed = change(content);
        if (equalJson(changed, content)) return;
        if (await this.#replace(path, formatLinks(changed), token)) return;
      } finally {
        await this.#release(token);
      }
    }
    throw new Error(`Other windows went on writing ${LINKS_NAME}; try again.`);
  }

  async #read(): Promise<{ readonly content: LinksContent; readonly path: string }> {
    const inside = await pathInside(this.#disk, this.#folder, this.#path).catch((error: unknown) => {
      throw linksError('read', error);
    });
    if (inside === undefined)
      throw new Error(
        `${LINKS_NAME} leads outside its folder by a symbolic link. Replace the link with a regular file or folder.`,
      );
    const path = join(this.#folder, inside);
    const bytes = await unlessMissing(this.#disk.read(path, LINKS_LIMIT)).catch((error: unknown) => {
      throw linksError('read', error);
    });
    return { content: bytes ? parseLinks(bytes) : {}, path };
  }

  // Returns false if the lock was broken as abandoned, because another window may have written in the meantime.
  async #replace(path: string, text: string, token: string): Promise<boolean> {
    const next = `${path}.${randomUUID()}.tmp`;
    try {
      await this.#disk.create(next, text);
      if (!(await this.#holds(token))) return false;
      await this.#disk.replace(next, path);
    } finally {
      await this.#disk.remove(next).catch(() => undefined);
    }
    return this.#holds(token);
  }

  async #acquire(): Promise<string> {
    const { pollMs, staleMs } = this.#timeouts;
    const token = randomUUID();
    let seen: string | undefined;
    let since = performance.now();
    for (;;) {
      try {
        await this.#disk.create(this.#lock, token);
        return token;
      } catch (error) {
        if (!isLockHeld(error)) throw error;
      }
      const now = await this.#disk.identity(this.#lock);
      if (now !== seen) since = performance.now();
      else if (now !== undefined && performance.now() - since > staleMs) await this.#breakLock(now);
      seen = now;
      await sleep(pollMs);
    }
  }

  // Renames the lock before removing it, since a rename succeeds in only one window.
  async #breakLock(stale: string): Promise<void> {
    const aside = `${this.#lock}.${randomUUID()}`;
    try {
      if ((await this.#disk.identity(this.#lock)) !== stale) return;
      await this.#disk.rename(this.#lock, aside);
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    await this.#disk.remove(aside);
  }

  async #holds(token: string): Promise<boolean> {
    const bytes = await unlessMissing(this.#disk.read(this.#lock, token.length));
    return bytes !== undefined && new TextDecoder().decode(bytes) === token;
  }

  async #release(token: string): Promise<void> {
    // A lock left behind delays others only until it counts as abandoned.
    if (await this.#holds(token).catch(() => false))
      await this.#disk.remove(this.#lock).catch(() => undefined);
  }
}

/** True if another window holds the lock. Windows reports EPERM while the lock is being removed. */
function isLockHeld(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EEXIST' || (process.platform === 'win32' && code === 'EPERM');
}

function linksError(done: 'read' | 'written', error: unknown): Error {
  const why = errorCode(error) ?? toError(error).message;
  return new Error(`${LINKS_NAME} cannot be ${done}: ${why}. Nothing in it was changed.`, { cause: error });
}

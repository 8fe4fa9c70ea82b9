import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isNotFound, unlessMissing } from '../util/errors.ts';
import { isUuid } from '../util/isUuid.ts';
import type { Disk } from './disk.ts';

/** The timing of locks in milliseconds. */
export interface LockTimes {
  /** The longest wait between two attempts. */
  readonly pollMs: number;
  /** A lock unchanged for longer than this is treated as abandoned by a program that has ended. */
  readonly staleMs: number;
  /** The longest wait for a lock. */
  readonly patienceMs: number;
}

export const LOCK_TIMES: LockTimes = { pollMs: 20, staleMs: 5000, patienceMs: 60_000 };

/** Thrown if other programs change a file all the time; the message is a sentence for the user. */
export class BusyFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BusyFileError';
  }
}

/** A lock that is held. */
export interface HeldLock {
  /**
   * An empty file next to the locked one. Whoever takes the lock over removes it first, so that renaming it onto the
   * locked file fails once the lock is lost, however late that is.
   */
  readonly draft: string;
}

/**
 * Runs work while no other program holds the lock of a file. The lock is a file next to it. Rejects if others hold it
 * for too long, or if the folder cannot be written.
 */
export async function withLock<T>(
  disk: Disk,
  path: string,
  work: (held: HeldLock) => Promise<T>,
  times: LockTimes = LOCK_TIMES,
): Promise<T> {
  const lock = `${path}.lock`;
  const token = randomUUID();
  const draft = draftOf(path, token);
  await acquire(disk, path, token, times);
  // A program that is only slow keeps its lock.
  const timer = setInterval(() => void disk.touch(lock).catch(() => undefined), times.staleMs / 4);
  timer.unref();
  try {
    return await work({ draft });
  } finally {
    clearInterval(timer);
    await disk.remove(draft).catch(() => undefined);
    // A lock left behind delays others only until it counts as abandoned.
    if ((await tokenIn(disk, lock).catch(() => undefined)) === token)
      await disk.remove(lock).catch(() => undefined);
  }
}

/** Waits for the lock, and creates the lock and its draft. */
async function acquire(disk: Disk, path: string, token: string, times: LockTimes): Promise<void> {
  const { pollMs, staleMs, patienceMs } = times;
  const lock = `${path}.lock`;
  const began = performance.now();
  let seen: string | undefined;
  let since = began;
  for (;;) {
    try {
      await disk.create(lock, token);
      if (await createDraft(disk, path, token)) return;
    } catch (error) {
      if (!isLockHeld(error)) throw error;
    }
    const now = await disk.identity(lock);
    const time = performance.now();
    if (now !== seen) since = time;
    else if (now !== undefined && time - since > staleMs) await breakLock(disk, path, now);
    seen = now;
    if (time - began > patienceMs)
      throw new BusyFileError(
        `Other programs have been changing ${basename(path)} for ${Math.round(patienceMs / 1000)} seconds, and nothing was written. Try again.`,
      );
    // Programs that wait for the same lock must not keep the same rhythm.
    await sleep(pollMs * (0.25 + 0.75 * Math.random()));
  }
}

/**
 * Creates the draft of a lock. Resolves to false, with no draft, if the lock was taken over before, since whoever took it
 * over has not removed the draft. A draft exists only beside its lock, so that what an ended program leaves is removed.
 */
async function createDraft(disk: Disk, path: string, token: string): Promise<boolean> {
  const lock = `${path}.lock`;
  const draft = draftOf(path, token);
  try {
    await disk.create(draft, '');
    if ((await tokenIn(disk, lock)) === token) return true;
  } catch (error) {
    await disk.remove(draft).catch(() => undefined);
    if ((await tokenIn(disk, lock).catch(() => undefined)) === token)
      await disk.remove(lock).catch(() => undefined);
    throw error;
  }
  await disk.remove(draft);
  return false;
}

/** Renames the lock before removing it, since a rename succeeds in only one program. */
async function breakLock(disk: Disk, path: string, stale: string): Promise<void> {
  const lock = `${path}.lock`;
  const aside = `${lock}.${randomUUID()}`;
  try {
    await removeDraft(disk, path, await tokenIn(disk, lock));
    if ((await disk.identity(lock)) !== stale) return;
    await disk.rename(lock, aside);
    await removeDraft(disk, path, await tokenIn(disk, aside));
  } catch (error) {
    if (isNotFound(error)) return;
    throw error;
  }
  // A folder in the place of a lock stays, out of the way.
  await disk.remove(aside).catch(() => undefined);
}

function removeDraft(disk: Disk, path: string, token: string | undefined): Promise<void> {
  return token === undefined ? Promise.resolve() : disk.remove(draftOf(path, token));
}

function draftOf(path: string, token: string): string {
  return `${path}.${token}.tmp`;
}

/** Returns the token in a lock; undefined for a file that is no lock of this program. */
async function tokenIn(disk: Disk, lock: string): Promise<string | undefined> {
  const bytes = await unlessMissing(disk.read(lock, 1000)).catch((error: unknown) => {
    // Something else than a small file is there.
    if (errorCode(error) === undefined) return undefined;
    throw error;
  });
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  // Anyone with write access to the repository can put a file there, whose text must not become a path.
  return isUuid(text) ? text : undefined;
}

/** True if another program holds the lock. Windows reports EPERM while the lock is being removed. */
function isLockHeld(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EEXIST' || (process.platform === 'win32' && code === 'EPERM');
}

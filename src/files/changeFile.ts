import { basename, dirname } from 'node:path';
import { decodeText } from '../util/decodeText.ts';
import { isNotFound, unlessMissing } from '../util/errors.ts';
import type { Disk } from './disk.ts';
import { BusyFileError, type HeldLock, LOCK_TIMES, type LockTimes, withLock } from './fileLock.ts';

/** A file to change. */
export interface FileToChange {
  readonly disk: Disk;
  /**
   * Returns the path with all symbolic links resolved. Rejects for a file that must not be written. Called again at the
   * write.
   */
  readonly resolve: () => Promise<string>;
  /** The largest size in bytes. */
  readonly most: number;
  readonly times?: LockTimes;
}

/** Returns the new content of a file; undefined leaves it as it is. Called again after changes by others. */
export type BytesChange = (before: Uint8Array | undefined) => Uint8Array | undefined;

const ATTEMPTS = 20;

/**
 * Changes a file under its lock, so that no change by another program that uses this function is lost. A change by any
 * other program is noticed until right before the write, and then kept. The new content replaces the file as a whole.
 * Resolves to false if the file stays as it is.
 */
export async function changeFile(file: FileToChange, change: BytesChange): Promise<boolean> {
  const { disk, resolve, most, times = LOCK_TIMES } = file;
  const path = await resolve();
  const read = (): Promise<Uint8Array | undefined> => unlessMissing(disk.read(path, most));
  const found = await read();
  // Creates neither a folder nor a lock for a change that is not possible or changes nothing.
  if (isSame(found, change(found) ?? found)) return false;
  await disk.makeFolder(dirname(path));
  const once = async ({ draft }: HeldLock): Promise<'written' | 'same' | 'lost'> => {
    const before = await read();
    const after = change(before);
    if (after === undefined || isSame(before, after)) return 'same';
    try {
      await disk.fill(draft, after);
      if ((await resolve()) !== path || !isSame(before, await read())) return 'lost';
      await disk.replace(draft, path);
      return 'written';
    } catch (error) {
      // Another program has taken the lock over as abandoned.
      if (isNotFound(error) && (await disk.isLink(draft)) === undefined) return 'lost';
      throw error;
    }
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const result = await withLock(disk, path, once, times);
    if (result !== 'lost') return result === 'written';
  }
  throw new BusyFileError(
    `Other programs went on writing ${basename(path)}, and nothing was written. Try again.`,
  );
}

/** Changes a text file. Keeps its byte order mark. Throws EncodingError if it is not UTF-8. */
export async function changeText(
  file: FileToChange,
  change: (before: string | undefined) => string | undefined,
): Promise<boolean> {
  return changeFile(file, bytes => {
    const before = bytes && decodeText(bytes);
    const after = change(before?.text);
    return after === undefined ? undefined : new TextEncoder().encode(`${before?.mark ?? ''}${after}`);
  });
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0);
}

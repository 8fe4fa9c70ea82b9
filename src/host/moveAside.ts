import { rename } from 'node:fs/promises';
import { isNotFound } from '../util/fileError.ts';

// A log without its file first, since a new file beside the log of the former one would take over its data.
const PARTS = ['-wal', '-shm', ''];

/** Renames a database file with what belongs to it, so that a new one can take its place. Answers its new name. */
export async function moveAside(file: string, now: Date): Promise<string> {
  const moment = now.toISOString().replaceAll(/[:.]/g, '-');
  const moved = `${file.replace(/\.db$/, '')}.aside-${moment}.db`;
  for (const part of PARTS) await renameIfThere(`${file}${part}`, `${moved}${part}`);
  return moved;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

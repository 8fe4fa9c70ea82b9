import { rename } from 'node:fs/promises';
import { isNotFound } from '../util/errors.ts';

// The WAL goes first: left beside a new database file, it would put the old data into that file.
const PARTS = ['-wal', '-shm', ''];

/** Renames a database file and its companion files to make room for a new one. Returns the new name. */
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

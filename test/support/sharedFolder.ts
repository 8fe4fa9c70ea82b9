import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from './atEnd.ts';

let folder: Promise<string> | undefined;
let path: string | undefined;

/**
 * Returns the folder of the window that the tests of this process share, with only these files, given by name and text.
 * It is deleted when the tests end.
 */
export async function sharedFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  folder ??= createFolder();
  const shared = (path = await folder);
  for (const name of await readdir(shared)) await rm(join(shared, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(shared, name)), { recursive: true });
    await writeFile(join(shared, name), text);
  }
  return shared;
}

/** Returns true if a folder is the one of the shared window. */
export function isSharedFolder(other: string | undefined): boolean {
  return other !== undefined && other === path;
}

async function createFolder(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), 'shared-window-'));
  atEnd(() => rm(created, { recursive: true }));
  return created;
}

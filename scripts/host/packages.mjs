import { mkdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mustRun } from './run.mjs';

/** Where everything that is fetched for tests is kept between runs; git ignores it. */
export const CACHE = resolve(import.meta.dirname, '../../.vscode-test');

/**
 * Makes a folder of the cache once: `fill` gets an empty folder, which takes its name only when it is
 * whole, so that an interrupted run leaves nothing half-made behind.
 */
export async function cached(name, fill) {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const draft = join(CACHE, `draft-${process.pid}-${name}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    await fill(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Unpacks a part of an npm package into a folder without installing it or running its scripts. */
export async function unpackPackage(name, folder, part = 'package') {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['pack', name, '--silent', '--pack-destination', folder];
  const printed = await mustRun(npm, args, { cwd: folder });
  const tarball = join(folder, printed.trim().split('\n').at(-1));
  await mustRun('tar', ['-xzf', tarball, '-C', folder, part]);
  await rm(tarball);
}

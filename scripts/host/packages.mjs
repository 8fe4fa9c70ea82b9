import { mkdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mustRun } from './run.mjs';

/** Cache folder for all downloads of tests; ignored by git. */
const CACHE = resolve(import.meta.dirname, '../../.vscode-test');

/**
 * Creates a folder in the cache once. `fill` receives a temporary folder, which is renamed when complete, so that an
 * interrupted run leaves no partial result.
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

/** Unpacks part of an npm package into a folder without installing it or running its scripts. */
export async function unpackPackage(name, folder, part = 'package') {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['pack', name, '--silent', '--pack-destination', folder];
  const printed = await mustRun(npm, args, { cwd: folder });
  const tarball = join(folder, printed.trim().split('\n').at(-1));
  await mustRun('tar', ['-xzf', tarball, '-C', folder, part]);
  await rm(tarball);
}

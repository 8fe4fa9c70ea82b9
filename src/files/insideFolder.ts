import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { decodeText } from '../util/decodeText.ts';
import { unlessMissing } from '../util/errors.ts';
import type { Disk } from './disk.ts';

type Paths = Pick<Disk, 'realPath' | 'isLink'>;

/** The attempts to resolve a path whose entry is created or removed meanwhile. */
const ATTEMPTS = 10;

/**
 * Resolves all symbolic links and returns the path relative to a folder, with `/` separators. Undefined for a file
 * outside the folder, for the folder itself and for a broken symbolic link. The file need not exist.
 */
export async function pathInside(disk: Paths, folder: string, file: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([disk.realPath(folder), resolvePath(disk, file)]);
  if (real === undefined) return undefined;
  const path = relative(root, real);
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : undefined;
}

/**
 * Reads a text file of a folder by its path in the folder. Rejects if it cannot be read, is larger than `most` bytes, or
 * is outside the folder after all symbolic links are resolved.
 */
export async function readInside(
  disk: Paths & Pick<Disk, 'read'>,
  folder: string,
  path: string,
  most: number,
): Promise<string> {
  const inside = await pathInside(disk, folder, join(folder, path));
  if (inside === undefined) throw new Error(`${path} is outside the folder ${folder}.`);
  return decodeText(await disk.read(join(folder, inside), most)).text;
}

async function resolvePath(disk: Paths, path: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const real = await unlessMissing(disk.realPath(path));
    if (real !== undefined) return real;
    const isLink = await disk.isLink(path);
    // Writing through a broken symbolic link would create its target.
    if (isLink === true || dirname(path) === path) return undefined;
    if (isLink === undefined) {
      const folder = await resolvePath(disk, dirname(path));
      return folder === undefined ? undefined : join(folder, basename(path));
    }
    // Another program has created the entry since its path was resolved.
  }
  return undefined;
}

import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { unlessMissing } from '../util/errors.ts';
import type { Disk } from './disk.ts';

type Paths = Pick<Disk, 'realPath' | 'identity'>;

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

async function resolvePath(disk: Paths, path: string): Promise<string | undefined> {
  const real = await unlessMissing(disk.realPath(path));
  if (real !== undefined) return real;
  // Writing through a broken symbolic link would create its target.
  if ((await disk.identity(path)) !== undefined || dirname(path) === path) return undefined;
  const folder = await resolvePath(disk, dirname(path));
  return folder === undefined ? undefined : join(folder, basename(path));
}

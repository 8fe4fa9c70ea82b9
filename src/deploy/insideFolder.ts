import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isNotFound } from '../util/fileError.ts';
import type { Disk } from './disk.ts';

type Paths = Pick<Disk, 'realPath' | 'identity'>;

/**
 * The path below a folder, with `/` between its parts, that remains once all symbolic links are followed; undefined for
 * a file elsewhere, for the folder itself, and for a link to something that is not there. The file need not exist.
 */
export async function pathInside(disk: Paths, folder: string, file: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([disk.realPath(folder), resolved(disk, file)]);
  if (real === undefined) return undefined;
  const path = relative(root, real);
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : undefined;
}

async function resolved(disk: Paths, path: string): Promise<string | undefined> {
  try {
    return await disk.realPath(path);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  // Writing through a symbolic link would make what it leads to.
  if ((await disk.identity(path)) !== undefined || dirname(path) === path) return undefined;
  const folder = await resolved(disk, dirname(path));
  return folder === undefined ? undefined : join(folder, basename(path));
}

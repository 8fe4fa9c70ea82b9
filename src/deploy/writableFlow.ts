import { join } from 'node:path';
import { type Disk, nodeDisk } from '../files/disk.ts';
import { pathInside } from '../files/insideFolder.ts';
import { isLinkKey } from '../flow/deploy/linksText.ts';
import { errorCode } from '../util/errors.ts';

/**
 * Returns the path of a flow file that may be written for someone else, such as an agent, with all symbolic links
 * resolved; undefined for anything but a flow file inside the folder, and for hidden folders and those of packages.
 */
export async function writableFlow(
  folder: string,
  file: string,
  disk: Disk = nodeDisk,
): Promise<string | undefined> {
  const key = await pathInside(disk, folder, file).catch((error: unknown) => {
    // A cycle of symbolic links, or a file in the place of a folder.
    if (['ELOOP', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });
  if (!file.endsWith('.flow.json') || key === undefined || !isWritableKey(key)) return undefined;
  return join(await disk.realPath(folder), ...key.split('/'));
}

/** True for the key of a flow file outside of hidden folders, such as `.git`, and of those of packages. */
export function isWritableKey(key: string): boolean {
  const isForbidden = (part: string): boolean => part.startsWith('.') || /^node_modules$/i.test(part);
  return isLinkKey(key) && !key.split('/').slice(0, -1).some(isForbidden);
}

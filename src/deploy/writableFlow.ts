import { join } from 'node:path';
import { type Disk, nodeDisk } from '../files/disk.ts';
import { pathInside } from '../files/insideFolder.ts';
import { isLinkKey } from '../flow/deploy/linksText.ts';
import { errorCode } from '../util/errors.ts';

const FLOW = '.flow.json';
const TEST = '.flow.test.json';

/**
 * Returns the path of a flow file, or of the file of its tests, that may be written for someone else, such as an agent,
 * with all symbolic links resolved; undefined for any other file, one outside the folder, and one in a hidden folder or
 * one of packages. A link leads only to a file of the same kind.
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
  if (key === undefined || !isWritableKey(key) || endingOf(key) !== endingOf(file)) return undefined;
  return join(await disk.realPath(folder), ...key.split('/'));
}

/** True for the key of a flow file or its tests outside of hidden folders, such as `.git`, and of those of packages. */
export function isWritableKey(key: string): boolean {
  const isForbidden = (part: string): boolean => part.startsWith('.') || /^node_modules$/i.test(part);
  const flow = key.endsWith(TEST) ? `${key.slice(0, -TEST.length)}${FLOW}` : key;
  return isLinkKey(flow) && !key.split('/').slice(0, -1).some(isForbidden);
}

function endingOf(path: string): string | undefined {
  return [FLOW, TEST].find(ending => path.endsWith(ending));
}

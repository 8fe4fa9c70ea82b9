import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the paths of the files below a folder, relative to it and sorted with numbers in their order, without those in
 * `node_modules`. A link to a file counts as a file. Links to folders are not followed, since they can lead back.
 * `onUnread` gets the folders inside that cannot be read; without it, the first one rejects.
 */
export async function filesBelow(
  folder: string,
  onUnread?: (path: string, error: unknown) => void,
): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let inside = folders.pop(); inside !== undefined; inside = folders.pop()) {
    for (const entry of await entriesOf(inside)) {
      const path = join(inside, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') folders.push(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && !(await leadsToFolder(join(folder, path))))) {
        files.push(path);
      }
    }
  }
  return files.toSorted(compareNatural);

  async function entriesOf(inside: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(join(folder, inside), { withFileTypes: true });
    } catch (error) {
      if (!onUnread || inside === '') throw error;
      onUnread(inside, error);
      return [];
    }
  }
}

// A broken link counts as a file, so that reading it reports the problem.
async function leadsToFolder(link: string): Promise<boolean> {
  return stat(link).then(
    target => target.isDirectory(),
    () => false,
  );
}

/** Orders texts by their characters, and numbers in them by their values: f2 before f10. */
function compareNatural(one: string, other: string): number {
  const parts = one.match(PARTS) ?? [];
  const otherParts = other.match(PARTS) ?? [];
  for (const [index, part] of parts.entries()) {
    const otherPart = otherParts[index] ?? '';
    const difference = Number(part) - Number(otherPart);
    if (/^\d/.test(part) && /^\d/.test(otherPart) && difference !== 0) return difference;
    if (part !== otherPart) return part < otherPart ? -1 : 1;
  }
  return parts.length - otherParts.length;
}

const PARTS = /\d+|\D+/g;

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the paths of the files below a folder, relative to it and sorted, without those in `node_modules`. A link to a
 * file counts as a file. Links to folders are not followed, because such a link can lead to the folder that it is in.
 */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let inside = folders.pop(); inside !== undefined; inside = folders.pop()) {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const path = join(inside, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') folders.push(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && !(await leadsToFolder(join(folder, path))))) {
        files.push(path);
      }
    }
  }
  return files.toSorted();
}

// A broken link counts as a file, so that reading it reports the problem.
async function leadsToFolder(link: string): Promise<boolean> {
  return stat(link).then(
    target => target.isDirectory(),
    () => false,
  );
}

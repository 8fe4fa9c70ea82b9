import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Returns the path of a file from the root of its Git repository, with forward slashes, as code hosts show it. A file
 * outside of a repository keeps its path.
 */
export function repositoryPath(file: string): string {
  const path = resolve(file);
  const root = rootOf(dirname(path));
  return (root === undefined ? file : relative(root, path)).split(sep).join('/');
}

function rootOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOf(parent);
}

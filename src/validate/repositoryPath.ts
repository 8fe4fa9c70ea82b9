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

// Each finding asks for the root of its file.
const roots = new Map<string, string | undefined>();

function rootOf(folder: string): string | undefined {
  if (roots.has(folder)) return roots.get(folder);
  const parent = dirname(folder);
  const above = (): string | undefined => (parent === folder ? undefined : rootOf(parent));
  const root = existsSync(join(folder, '.git')) ? folder : above();
  roots.set(folder, root);
  return root;
}

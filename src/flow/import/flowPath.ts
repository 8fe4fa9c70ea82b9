/**
 * Returns the path of a file that another file names, relative to the folder of the import; undefined if it leads out of
 * that folder. Both paths have forward slashes.
 */
export function pathBeside(file: string, named: string): string | undefined {
  if (named === '' || named.length > MAX_LENGTH || /^[/~]|^[A-Za-z]:|[\\\0]/.test(named)) return undefined;
  const parts = file.split('/').slice(0, -1);
  for (const part of named.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Returns the name of a file without its folder and its ending. */
export function nameOfFile(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

const MAX_LENGTH = 500;

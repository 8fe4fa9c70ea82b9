/** The longest name of a file on a device, in characters. */
const MAX_NAME = 255;

/**
 * Returns true for the name of a file in a folder. What a device lists can be anything, so that a path made of it could
 * lead elsewhere.
 */
export function isDeviceFileName(name: string): boolean {
  const isSpecial = name === '' || name === '.' || name === '..';
  return !isSpecial && name.length <= MAX_NAME && !/[/\\\p{Cc}]/u.test(name);
}

/** Returns the path of a file in a folder of a device. */
export function childPath(folder: string, name: string): string {
  return `${folder.replace(/\/+$/, '')}/${name}`;
}

/** Returns the folder that holds a folder of a device; undefined for the topmost one. */
export function folderAbove(folder: string): string | undefined {
  const path = folder.replace(/\/+$/, '');
  return path === '' ? undefined : path.slice(0, path.lastIndexOf('/')) || '/';
}

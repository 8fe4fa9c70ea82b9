import { childPath, isDeviceFileName } from '../../../util/devicePath.ts';
import { readPhonePath } from '../../drivers/phoneValues.ts';
import { invalidValue, type Refusal } from '../../runtime/refusal.ts';

/**
 * Returns a path without a slash at its end. Throws a 422 Refusal if it is not absolute, leads up, or has characters that
 * no file name has.
 */
export function requireDevicePath(given: string): string {
  const path = readPhonePath(given);
  if (path === undefined) throw invalidPath('query.path', 'is not an absolute path on the device', given);
  return path;
}

/** Returns the path of a file in a folder. Throws a 422 Refusal like `requireDevicePath`. */
export function requireFilePath(folder: string, name: string): string {
  const parent = requireDevicePath(folder);
  if (!isDeviceFileName(name)) throw invalidPath('body.file', 'is not the name of a file', name);
  return requireDevicePath(childPath(parent, name));
}

function invalidPath(location: string, message: string, value: string): Refusal {
  return invalidValue(location, message, value, 'invalid_path', 422);
}

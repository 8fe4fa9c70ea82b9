import { Limits } from '../../contract/limits.ts';
import { isDeviceFileName } from '../../util/devicePath.ts';
import { PhoneFailure } from './phoneDriver.ts';

/** Returns an absolute path on a phone without a slash at its end. Throws the PhoneFailure `refused` for another one. */
export function requirePhonePath(given: string): string {
  const path = given.replace(/(?<=.)\/+$/, '');
  const names = path === '/' ? [] : path.split('/').slice(1);
  if (path.startsWith('/') && path.length <= Limits.devicePath && names.every(isDeviceFileName)) return path;
  const message = 'The path is not an absolute path on the phone. Use one such as /sdcard/Download/file.txt.';
  throw new PhoneFailure('refused', message);
}

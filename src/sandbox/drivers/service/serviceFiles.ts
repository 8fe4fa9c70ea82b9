import { dirname, basename } from 'node:path/posix';
import { isDeviceFileName } from '../../../util/devicePath.ts';
import { PhoneFailure, type PhoneFiles } from '../../runtime/phoneDriver.ts';
import { requirePhonePath } from '../phoneValues.ts';
import type { ServiceRoutes } from './serviceRoutes.ts';

/** Returns the files of a phone. */
export function serviceFiles(routes: ServiceRoutes): PhoneFiles {
  return {
    list: async (folder, limits) => {
      const query = { path: requirePhonePath(folder) };
      const { files } = await routes.call('listDeviceFiles', { query }, limits);
      return (files ?? []).filter(({ name }) => isDeviceFileName(name));
    },
    read: async (path, limits) =>
      routes.call('downloadDeviceFile', { query: { path: requirePhonePath(path) } }, limits),
    write: async (given, bytes, limits, labels = {}) => {
      if (Object.keys(labels).length > 0)
        throw new PhoneFailure('unsupported', 'The files of this phone have no labels. Leave them out.');
      const path = requirePhonePath(given);
      const file = { name: basename(path), bytes };
      await routes.call('uploadDeviceFile', { query: { path: dirname(path) }, body: { file } }, limits);
    },
    remove: async (path, limits) => {
      await routes.call('deleteDeviceFile', { query: { path: requirePhonePath(path) } }, limits);
    },
  };
}

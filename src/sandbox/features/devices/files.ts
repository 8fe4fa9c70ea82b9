import type { Handlers } from '../../runtime/handler.ts';
import { requireDevicePath, requireFilePath } from './devicePaths.ts';
import { targetOf } from './reach.ts';
import { reachPhone } from './reachPhone.ts';

/** Handlers for the files of a device (wire facts 9). */
export const deviceFileHandlers = {
  listDeviceFiles: async ({ params, headers, query, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'files');
    const path = requireDevicePath(query.path);
    const files = [...(await driver.files.list(path, { signal }))];
    return { path, total: files.length, files };
  },
  downloadDeviceFile: async ({ params, headers, query, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'files');
    return driver.files.read(requireDevicePath(query.path), { signal });
  },
  uploadDeviceFile: async ({ params, headers, query, body, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'files');
    const { name, bytes } = body.file;
    await driver.files.write(requireFilePath(query.path, name), bytes, { signal });
  },
  deleteDeviceFile: async ({ params, headers, query, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'files');
    await driver.files.remove(requireDevicePath(query.path), { signal });
  },
} as const satisfies Handlers;

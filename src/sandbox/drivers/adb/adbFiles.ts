import type { AdbSync } from '@yume-chan/adb';
import type { DeviceFile } from '../../../contract/records/deviceFile.ts';
import { isDeviceFileName } from '../../../util/devicePath.ts';
import { type DriverLimits, PhoneFailure, type PhoneFiles } from '../../runtime/phoneDriver.ts';
import { readBytes } from '../../runtime/readBytes.ts';
import { requirePhonePath } from '../phoneValues.ts';
import type { AdbConnection } from './adbConnection.ts';

/** The maximum size of a file in bytes, and the maximum number of files of a folder. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 10_000;
const LINUX_TYPES: Readonly<Record<number, string>> = { 4: 'directory', 8: 'file', 10: 'symlink' };

type SyncFile = Parameters<AdbSync['write']>[0]['file'];

/** Returns the files of a phone, by the file transfer of adb. */
export function adbFiles(connection: AdbConnection): PhoneFiles {
  return {
    list: async (folder, limits) => {
      const path = requirePhonePath(folder);
      return connection.sync('list files', limits, sync => listFolder(sync, path));
    },
    read: async (given, limits) => {
      const path = requirePhonePath(given);
      return connection.sync('read a file', limits, sync => readFile(sync, path));
    },
    write: async (path, bytes, limits, labels = {}) => {
      if (Object.keys(labels).length > 0)
        throw new PhoneFailure('unsupported', 'The files of this phone have no labels. Leave them out.');
      await pushFile(connection, requirePhonePath(path), bytes, limits);
    },
    remove: async (path, limits) => {
      await connection.mustRun(limits, ['rm', requirePhonePath(path)]);
    },
  };
}

/** Writes a file, and the folders above it. */
export async function pushFile(
  connection: AdbConnection,
  path: string,
  bytes: Uint8Array,
  limits: DriverLimits,
): Promise<void> {
  await connection.sync('write a file', limits, async sync => {
    try {
      // The same stream, whose type the package describes in another way.
      const file = ReadableStream.from([bytes]) as SyncFile;
      await sync.write({ filename: path, file });
    } catch (error) {
      throw refused(`The file ${path} could not be written to the phone.`, error);
    }
  });
}

async function listFolder(sync: AdbSync, path: string): Promise<readonly DeviceFile[]> {
  if (!(await sync.isDirectory(path))) throw missing(`There is no folder ${path} on the phone.`);
  const files: DeviceFile[] = [];
  for await (const { name, type, size, mtime } of sync.opendir(path)) {
    if (!isDeviceFileName(name)) continue;
    if (files.length >= MAX_FILES) throw refused(`The folder ${path} has more than ${MAX_FILES} files.`);
    files.push({
      name,
      type: LINUX_TYPES[type] ?? 'other',
      size: Number(size),
      modifiedAt: new Date(Number(mtime) * 1000).toISOString(),
    });
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readFile(sync: AdbSync, path: string): Promise<Uint8Array> {
  const found = await sync.lstat(path).catch((error: unknown) => {
    throw missing(`There is no file ${path} on the phone.`, error);
  });
  if (LINUX_TYPES[found.type] === 'directory') throw refused(`${path} is a folder.`);
  const bytes = await readBytes(sync.read(path), MAX_BYTES);
  if (!bytes) throw refused(`The file ${path} is larger than ${MAX_BYTES / 1024 / 1024} MB.`);
  return bytes;
}

function refused(message: string, cause?: unknown): PhoneFailure {
  return new PhoneFailure('refused', message, { cause });
}

function missing(message: string, cause?: unknown): PhoneFailure {
  return new PhoneFailure('refused', message, { cause, reason: 'fileNotFound' });
}

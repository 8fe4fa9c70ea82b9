import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import type { DeviceFile } from '../../../../contract/records/deviceFile.ts';
import { BUDGETS } from '../../../../util/budgets.ts';
import { timestamp } from '../../../runtime/clock.ts';
import { Refusal } from '../../../runtime/refusal.ts';
import type { Service } from '../../../runtime/service.ts';
import type { Store } from '../../../store/store.ts';
import type { StoredPhoneFile } from '../../../store/stored.ts';
import { requireDevicePath, requireFilePath } from '../devicePaths.ts';
import { reach, type DisplayTarget } from '../reach.ts';

/** The folders of every phone. */
const FOLDERS = ['/sdcard/DCIM', '/sdcard/Documents', '/sdcard/Download', '/sdcard/Pictures'];
/** The maximum number and total size of the files of a phone. */
export const MAX_FILES = 200;
const MAX_BYTES = 32 * 1024 * 1024;

/** A file to put into a folder of a device. */
interface NewFile {
  readonly folder: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Notes kept with the file. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/**
 * Puts a file into a folder, replacing one with the same name, and returns its path. Throws a Refusal for a path outside
 * the tree, and for more files than a device holds.
 */
export function writeFile(
  service: Service,
  target: DisplayTarget,
  { folder, name, bytes, labels = {} }: NewFile,
): string {
  const { store, clock } = service;
  const { device } = reach(store, target, 'files');
  const path = requireFilePath(folder, name);
  const others = filesOf(store, device.id).filter(file => file.path !== path);
  if (isFolder(path, others)) throw new Refusal(409, 'is_directory', `There is already a folder ${path}.`);
  const above = others.find(file => path.startsWith(`${file.path}/`));
  if (above) throw new Refusal(409, 'not_a_directory', `${above.path} is a file.`);
  const used = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes.byteLength);
  if (others.length >= MAX_FILES || used > MAX_BYTES || bytes.byteLength > BUDGETS.upload.bytes)
    throw new Refusal(507, 'no_space', 'The simulated device has no space for this file.');
  store.phoneFiles.put({
    id: idOf(device.id, path),
    deviceId: device.id,
    path,
    sizeBytes: bytes.byteLength,
    labels,
    modifiedAt: timestamp(clock),
    base64: Buffer.from(bytes).toString('base64'),
  });
  return path;
}

/** Returns the content and the name of a file. Throws a 404 Refusal if there is none. */
export function readFile(
  { store }: Service,
  target: DisplayTarget,
  given: string,
): { readonly name: string; readonly bytes: Uint8Array } {
  const { device } = reach(store, target, 'files');
  const path = requireDevicePath(given);
  const file = store.phoneFiles.get(idOf(device.id, path));
  if (file) return { name: basename(path), bytes: Buffer.from(file.base64, 'base64') };
  if (!isFolder(path, filesOf(store, device.id))) throw missing(path);
  throw new Refusal(409, 'is_directory', `${path} is a folder.`);
}

/** Returns the path of a folder and its content, by name. Throws a 404 Refusal if there is none. */
export function listFiles(
  { store }: Service,
  target: DisplayTarget,
  given: string,
): { readonly path: string; readonly files: DeviceFile[] } {
  const { device } = reach(store, target, 'files');
  const path = requireDevicePath(given);
  return { path, files: listFolder(store, device.id, path, device.updatedAt ?? '') };
}

/** Deletes a file. Throws a 404 Refusal if there is none, and a 409 Refusal for a folder. */
export function deleteFile({ store }: Service, target: DisplayTarget, given: string): void {
  const { device } = reach(store, target, 'files');
  const path = requireDevicePath(given);
  if (store.phoneFiles.delete(idOf(device.id, path))) return;
  if (!isFolder(path, filesOf(store, device.id))) throw missing(path);
  throw new Refusal(409, 'is_directory', `${path} is a folder. Delete its files one by one.`);
}

function listFolder(store: Store, deviceId: string, path: string, since: string): DeviceFile[] {
  const files = filesOf(store, deviceId);
  if (files.some(file => file.path === path)) throw new Refusal(409, 'not_a_directory', `${path} is a file.`);
  if (!isFolder(path, files)) throw missing(path);
  const inside = path === '/' ? path : `${path}/`;
  const entries = new Map<string, DeviceFile>();
  for (const folder of FOLDERS) {
    const [name] = below(folder, inside);
    if (name !== undefined) entries.set(name, folderEntry(name, since));
  }
  for (const file of files) {
    const [name, ...rest] = below(file.path, inside);
    if (name === undefined || entries.has(name)) continue;
    entries.set(name, rest.length === 0 ? fileEntry(name, file) : folderEntry(name, file.modifiedAt));
  }
  return [...entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the names that lead from a folder to a path below it; none for any other path. */
function below(path: string, inside: string): readonly string[] {
  return path.startsWith(inside) ? path.slice(inside.length).split('/') : [];
}

// A folder exists as long as it has a file, except for those of every phone.
function isFolder(path: string, files: readonly StoredPhoneFile[]): boolean {
  if (path === '/' || FOLDERS.includes(path)) return true;
  return [...FOLDERS, ...files.map(file => file.path)].some(whole => whole.startsWith(`${path}/`));
}

function filesOf(store: Store, deviceId: string): readonly StoredPhoneFile[] {
  return store.phoneFiles.all({ deviceId });
}

function fileEntry(name: string, { sizeBytes, modifiedAt, labels }: StoredPhoneFile): DeviceFile {
  return entry({ name, type: 'file', size: sizeBytes, modifiedAt, extendedAttributes: labels }, false);
}

function folderEntry(name: string, modifiedAt: string): DeviceFile {
  return entry({ name, type: 'directory', size: 4096, modifiedAt, extendedAttributes: {} }, true);
}

function entry(facts: DeviceFile, execute: boolean): DeviceFile {
  const access = (write: boolean) => ({ read: true, write, execute });
  return {
    ...facts,
    owner: 'shell',
    group: 'sdcard_rw',
    hardLinks: 1,
    permissions: {
      owner: access(true),
      group: access(true),
      others: access(false),
      special: { setUid: false, setGid: false, sticky: false },
    },
  };
}

// The IDs of records are compared in any letter case, paths are not.
function idOf(deviceId: string, path: string): string {
  return `${deviceId}:${createHash('sha256').update(path).digest('hex')}`;
}

function missing(path: string): Refusal {
  return new Refusal(404, 'file_not_found', `There is no file ${path} on this device.`);
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, nodeDisk } from '../files/disk.ts';
import { FolderLinks } from '../deploy/folderLinks.ts';
import { LinksFile } from '../deploy/linksFile.ts';
import { isWritableKey, writableFlow } from '../deploy/writableFlow.ts';
import { changeText } from '../files/changeFile.ts';
import { readInside } from '../files/insideFolder.ts';
import { isLinkKey } from '../flow/deploy/linksText.ts';
import { BUDGETS } from '../util/budgets.ts';
import { decodeText, EncodingError } from '../util/decodeText.ts';
import { unlessMissing } from '../util/errors.ts';
import { Turns } from '../util/turns.ts';
import type { FlowFiles } from './ports.ts';
import { ToolError } from './tool.ts';

const MAX_BYTES = BUDGETS.change.bytes;
const MAX_FILES = 5000;
const MAX_FOLDERS = 20_000;

/** Returns the flow files below a folder of this computer. Nothing outside the folder is read or written. */
export function diskFiles(folder: string, disk: Disk = nodeDisk): FlowFiles {
  const storage = new LinksFile(folder, disk);
  const links = new FolderLinks<string>(
    () => [{ storage, keyOf: path => (isLinkKey(path) ? path : undefined), fileOf: key => key }],
    path => path,
  );
  const turns = new Turns();
  const fileOf = async (path: string): Promise<string> => {
    const file = isWritableKey(path) && (await writableFlow(folder, join(folder, ...path.split('/')), disk));
    if (file) return file;
    throw new ToolError(
      `${path} is not a flow file inside the folder, or it is in a hidden folder. Use a relative path below it.`,
    );
  };
  return {
    list: async () => (await findFlows(folder)).toSorted().slice(0, MAX_FILES),
    read: async path => {
      const bytes = await unlessMissing(disk.read(await fileOf(path), MAX_BYTES));
      return bytes && namingFile(path, () => decodeText(bytes).text);
    },
    readOther: path => readOther(folder, path, disk),
    change: (path, change, signal) =>
      turns.take(path, async () => {
        const file = { disk, resolve: () => fileOf(path), most: MAX_BYTES };
        await changeText(file, before => {
          signal.throwIfAborted();
          return change(before);
        }).catch((error: unknown) => namingFile(path, () => rethrow(error)));
      }),
    links: connectionId => ({
      all: async () => {
        const all = await links.all(connectionId);
        return Object.fromEntries(all.map(({ file, link }) => [file, link]));
      },
      update: (path, change) => links.update(connectionId, path, change),
      exclusively: (path, work) => turns.take(`deploy ${path}`, () => links.exclusively(path, work)),
    }),
  };
}

/** Reads a file below a folder of this computer. Throws ToolError. */
export async function readOther(folder: string, path: string, disk: Disk = nodeDisk): Promise<string> {
  return readInside(disk, folder, path, BUDGETS.input.bytes).catch(() => {
    throw new ToolError(
      `${path} cannot be read: it is not there, is too large, is no UTF-8 text, or leads outside the folder.`,
    );
  });
}

/** Finds flow files below a folder, without those of packages and in hidden folders. Follows no symbolic link. */
async function findFlows(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [''];
  let folders = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    if (found.length >= MAX_FILES || ++folders > MAX_FOLDERS) break;
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = `${below}${entry.name}`;
      const isSkipped = entry.name === 'node_modules' || entry.name.startsWith('.');
      if (entry.isDirectory() && !isSkipped) waiting.push(`${path}/`);
      else if (entry.isFile() && isLinkKey(path)) found.push(path);
    }
  }
  return found;
}

/** Does work whose EncodingError becomes a ToolError that names the file. */
function namingFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof EncodingError) throw new ToolError(`${path} cannot be used: ${error.message}.`);
    throw error;
  }
}

function rethrow(error: unknown): never {
  throw error;
}

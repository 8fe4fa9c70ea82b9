import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Disk, nodeDisk } from '../deploy/disk.ts';
import { FolderLinks } from '../deploy/folderLinks.ts';
import { pathInside } from '../deploy/insideFolder.ts';
import { LinksFile } from '../deploy/linksFile.ts';
import { isLinkKey } from '../flow/deploy/linksText.ts';
import { unlessMissing } from '../util/errors.ts';
import type { FlowFiles } from './ports.ts';
import { ToolError } from './tool.ts';

const LARGEST = 10_000_000;
const MOST_FILES = 5000;
const MOST_FOLDERS = 20_000;

/** Returns the flow files below a folder of this computer. Nothing outside the folder is read or written. */
export function diskFiles(folder: string, disk: Disk = nodeDisk): FlowFiles {
  const storage = new LinksFile(folder, disk);
  const links = new FolderLinks<string>(
    () => [{ storage, keyOf: path => (isLinkKey(path) ? path : undefined), fileOf: key => key }],
    path => path,
  );
  const fileOf = async (path: string): Promise<string> => {
    const file = join(folder, ...path.split('/'));
    if (isLinkKey(path) && (await pathInside(disk, folder, file)) !== undefined) return file;
    throw new ToolError(`${path} is not a flow file inside the folder. Use a relative path below it.`);
  };
  const read = async (path: string): Promise<string | undefined> => {
    const bytes = await unlessMissing(disk.read(await fileOf(path), LARGEST));
    return bytes && decode(path, bytes);
  };
  return {
    list: async () => (await findFlows(folder)).toSorted().slice(0, MOST_FILES),
    read,
    write: async (path, text, before) => {
      const file = await fileOf(path);
      if ((await read(path)) !== before)
        throw new ToolError(`${path} was changed meanwhile, and nothing was written. Read it again.`);
      await disk.makeFolder(dirname(file));
      const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
      await disk.create(draft, text);
      try {
        await disk.replace(draft, file);
      } catch (error) {
        await disk.remove(draft);
        throw error;
      }
    },
    links: connectionId => ({
      all: async () => {
        const all = await links.all(connectionId);
        return Object.fromEntries(all.map(({ file, link }) => [file, link]));
      },
      update: (path, change) => links.update(connectionId, path, change),
    }),
  };
}

/** Finds flow files below a folder, without those of packages and in hidden folders. Follows no symbolic link. */
async function findFlows(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [''];
  let folders = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    if (found.length >= MOST_FILES || ++folders > MOST_FOLDERS) break;
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = `${below}${entry.name}`;
      const isSkipped = entry.name === 'node_modules' || entry.name.startsWith('.');
      if (entry.isDirectory() && !isSkipped) waiting.push(`${path}/`);
      else if (entry.isFile() && isLinkKey(path)) found.push(path);
    }
  }
  return found;
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    // The byte order mark stays, so that writing the file keeps it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolError(`${path} is not a text file in UTF-8.`);
  }
}

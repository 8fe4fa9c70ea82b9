import { dirname, resolve } from 'node:path';
import { nodeDisk } from '../../files/disk.ts';
import { pathInside, readInside } from '../../files/insideFolder.ts';
import { ImportError, type ImportTarget } from '../../flow/import/imported.ts';
import { importFile } from '../../flow/import/importFile.ts';
import type { ImportResult } from '../../flow/import/resolveImport.ts';
import { demoDeviceId } from '../../sandbox/demo/devices.ts';
import { demoTriggerId } from '../../sandbox/demo/triggers.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { outputJson } from '../../util/outputLine.ts';
import { readCatalogFile } from '../../validate/catalogFile.ts';
import { InputError } from '../../validate/inputFile.ts';
import { orInputError, requireText, writeOutput } from '../files.ts';
import { requireNew, tellDifferences } from './tellDifferences.ts';

/** The options of an import. */
export interface ImportOptions extends ImportTarget {
  readonly file: string;
  /** The new flow file; undefined for standard output. */
  readonly output?: string;
  readonly report?: string;
  readonly root?: string;
  readonly catalog?: string;
}

/** Prints or writes the flow of a file of another tool, and prints what differs. Throws InputError. */
export async function importFlowFile(options: ImportOptions): Promise<void> {
  const { output, report } = options;
  requireNew(output, report);
  const result = await readImport(options).catch((error: unknown) => {
    throw error instanceof ImportError ? new InputError(error.message) : error;
  });
  if (output === undefined) process.stdout.write(`${outputJson(JSON.parse(result.text) as object)}\n`);
  else await writeOutput(output, result.text);
  await tellDifferences(result, report);
}

async function readImport({ file, root, catalog, ...target }: ImportOptions): Promise<ImportResult> {
  const text = await requireText(file);
  const folder = await folderOf(file, root);
  const path = await pathInside(nodeDisk, folder, resolve(file));
  if (path === undefined)
    throw new InputError(
      `${file} is not inside the folder ${folder}. Name a folder that contains it with --root.`,
    );
  const readFile = (other: string): Promise<string> =>
    readInside(nodeDisk, folder, other, BUDGETS.input.bytes);
  // The sandbox has these in every state that it begins with.
  const settings =
    catalog === undefined
      ? {
          triggerId: demoTriggerId('custom'),
          deviceIds: [demoDeviceId(target.platform === 'ios' ? 'ios' : 'phone')],
        }
      : {};
  return importFile({ path, text, readFile }, target, await readCatalogFile(catalog), settings);
}

/** Returns the folder of an import: the named one, or else the current one if it contains the file. */
async function folderOf(file: string, root: string | undefined): Promise<string> {
  if (root !== undefined) {
    await orInputError(nodeDisk.realPath(root), `${root} cannot be read`);
    return root;
  }
  return (await pathInside(nodeDisk, '.', resolve(file))) === undefined ? dirname(resolve(file)) : '.';
}

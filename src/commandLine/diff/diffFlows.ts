import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { toReadableFlow } from '../../flow/compare/readableFlow.ts';
import { isFlowPath } from '../../flowTest/testPath.ts';
import { readCatalogFile } from '../../validate/catalogFile.ts';
import { InputError } from '../../validate/inputFile.ts';
import { type ChangedFile, GitChanges } from '../git.ts';
import { orInputError, requireText } from '../files.ts';
import { compareFiles, type FileChange, type FileVersion, readMeaning } from './compareFiles.ts';
import { type DiffFormat, formatDiff, changesMeaning } from './formatDiff.ts';

/** The versions to compare, and how to print their differences. */
export interface DiffOptions {
  /** Two files, or with `base`, files and folders of the working tree; by default, the current folder. */
  readonly paths: readonly string[];
  /** A commit of Git to compare with. */
  readonly base: string | undefined;
  readonly catalogFile: string | undefined;
  readonly format: DiffFormat;
  /** True to print one file in a form that is easy to compare, as Git's textconv needs it. */
  readonly textconv: boolean;
  /** True to end with 1 if there are differences. */
  readonly exitCode: boolean;
}

/** Compares flow files by their meaning and prints the differences. Resolves to the exit code. Throws InputError. */
export async function diffFlows(options: DiffOptions): Promise<number> {
  const { paths, base, catalogFile, format, textconv, exitCode } = options;
  const catalog = await readCatalogFile(catalogFile);
  if (textconv) {
    process.stdout.write(await readableText(paths, catalog));
    return 0;
  }
  const changes =
    base === undefined ? [await compareTwo(paths, catalog)] : await compareAll(base, paths, catalog);
  process.stdout.write(`${formatDiff(format, changes).trimEnd()}\n`);
  return exitCode && changes.some(changesMeaning) ? 1 : 0;
}

/** Git also shows files that hold no flow, so their text is printed as it is. */
async function readableText([path, ...more]: readonly string[], catalog: FlowCatalog): Promise<string> {
  if (path === undefined || more.length > 0) throw new InputError('Name the file to convert.');
  const version = await readVersion(path);
  try {
    return toReadableFlow(readMeaning(version, catalog));
  } catch (error) {
    if (error instanceof InputError) return version.text;
    throw error;
  }
}

async function compareTwo(paths: readonly string[], catalog: FlowCatalog): Promise<FileChange> {
  const [before, after, ...more] = paths;
  if (before === undefined || after === undefined || more.length > 0)
    throw new InputError('Name two files, or the commit to compare with by --base COMMIT.');
  const [old, now] = [await readVersion(before), await readVersion(after)];
  // Two files are not one that was renamed.
  return compareFiles({ ...old, path: now.path }, now, catalog);
}

async function compareAll(
  base: string,
  paths: readonly string[],
  catalog: FlowCatalog,
): Promise<readonly FileChange[]> {
  // Git names files by real paths, without symbolic links.
  const chosen = await Promise.all(
    (paths.length === 0 ? ['.'] : paths).map(path => orInputError(realpath(path), `${path} cannot be read`)),
  );
  const changes = await GitChanges.since(base);
  const isChosen = (file: string): boolean =>
    chosen.some(path => file === path || !/^\.\.(?:[/\\]|$)|^$/.test(relative(path, file)));
  const found: FileChange[] = [];
  for (const file of changes.files) {
    const path = file.path ?? resolve(changes.toRelativePath(file.before ?? ''));
    if (!isFlowPath(path) || !isChosen(path)) continue;
    found.push(compareFiles(await versionBefore(changes, file), await versionNow(changes, file), catalog));
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function versionBefore(changes: GitChanges, { before }: ChangedFile): Promise<FileVersion | undefined> {
  if (before === undefined || !isFlowPath(before)) return undefined;
  return { path: changes.toRelativePath(before), text: await changes.readBefore(before) };
}

async function versionNow(changes: GitChanges, { path }: ChangedFile): Promise<FileVersion | undefined> {
  if (path === undefined) return undefined;
  return readVersion(changes.toRelativePath(path));
}

async function readVersion(path: string): Promise<FileVersion> {
  return { path, text: await requireText(path) };
}

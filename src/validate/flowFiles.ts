import { lstat, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isNotFound } from '../util/errors.ts';
import { filesBelow } from './filesBelow.ts';
import { InputError, readingProblem, readText } from './inputFile.ts';

/** A flow file and its text. `file` is the path as given by the user, or below a given folder. */
export interface FlowFileText {
  readonly file: string;
  readonly text: string;
  /** Why the file, or a folder below the given one, cannot be read, as a sentence; its text is empty. */
  readonly problem?: string;
}

/**
 * Reads files, and all `*.flow.json` files below folders, sorted by name, without `node_modules` and linked folders. A
 * file given several times is read once. What cannot be read below a folder has a `problem`. Throws InputError for a name
 * that cannot be read.
 */
export async function readFlowFiles(names: readonly string[]): Promise<readonly FlowFileText[]> {
  const files = new Map<string, FlowFileText>();
  for (const name of names) {
    try {
      for (const { file, read } of await filesOf(name)) {
        const absolutePath = resolve(file);
        if (!files.has(absolutePath)) files.set(absolutePath, await read());
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(`${name} cannot be read: ${readingProblem(error)}.`);
    }
  }
  return [...files.values()];
}

/** Throws InputError for the first file that cannot be read, where a part of the files would be wrong. */
export function requireAll(files: readonly FlowFileText[]): readonly FlowFileText[] {
  const [problem] = files.flatMap(file => file.problem ?? []);
  if (problem !== undefined) throw new InputError(problem);
  return files;
}

/** A file that was found, and how it is read. */
interface FoundFile {
  readonly file: string;
  readonly read: () => Promise<FlowFileText>;
}

async function filesOf(name: string): Promise<readonly FoundFile[]> {
  if (!(await stat(name)).isDirectory())
    return [{ file: name, read: async () => ({ file: name, text: await readText(name) }) }];
  const unread: FoundFile[] = [];
  const paths = await filesBelow(name, (path, error) => {
    const problem = unreadFile(join(name, path), error);
    unread.push({ file: problem.file, read: () => Promise.resolve(problem) });
  });
  const flows = paths
    .filter(path => path.endsWith('.flow.json'))
    .map(path => join(name, path))
    .map(file => ({ file, read: () => readBelow(file) }));
  if (flows.length + unread.length === 0) throw new InputError(`${name} holds no *.flow.json file.`);
  return [...flows, ...unread];
}

async function readBelow(file: string): Promise<FlowFileText> {
  try {
    return { file, text: await readText(file) };
  } catch (error) {
    return unreadFile(file, await explainLink(file, error));
  }
}

function unreadFile(file: string, error: unknown): FlowFileText {
  return { file, text: '', problem: `${file} cannot be read: ${readingProblem(error)}.` };
}

async function explainLink(file: string, error: unknown): Promise<unknown> {
  const isDangling =
    isNotFound(error) && (await lstat(file).catch(() => undefined))?.isSymbolicLink() === true;
  return isDangling ? new Error('it is a link to a file that does not exist') : error;
}

import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { filesBelow } from './filesBelow.ts';
import { InputError, readingProblem, readText } from './inputFile.ts';

/** A flow file and its text. `file` is the path as given by the user, or below a given folder. */
export interface FlowFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads files, and all `*.flow.json` files below folders, sorted by name, without `node_modules` and linked folders. A
 * file given several times is read once. Throws InputError.
 */
export async function readFlowFiles(names: readonly string[]): Promise<readonly FlowFile[]> {
  const files = new Map<string, FlowFile>();
  for (const name of names) {
    try {
      for (const file of await filesOf(name)) {
        const absolutePath = resolve(file);
        if (!files.has(absolutePath)) files.set(absolutePath, { file, text: await textOf(file) });
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(`${name} cannot be read: ${readingProblem(error)}.`);
    }
  }
  return [...files.values()];
}

async function textOf(file: string): Promise<string> {
  try {
    return await readText(file);
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${readingProblem(error)}.`);
  }
}

async function filesOf(name: string): Promise<readonly string[]> {
  if (!(await stat(name)).isDirectory()) return [name];
  const files = await filesBelow(name);
  const flows = files.filter(file => file.endsWith('.flow.json')).map(file => join(name, file));
  if (flows.length === 0) throw new InputError(`${name} holds no *.flow.json file.`);
  return flows;
}

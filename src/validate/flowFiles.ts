import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, readingProblem } from './inputError.ts';

/** A flow file with its text, under the name it was given by. */
export interface FlowFile {
  readonly file: string;
  readonly text: string;
}

/** Reads files, and of folders every `*.flow.json` below them in the order of names. Throws InputError. */
export async function readFlowFiles(names: readonly string[]): Promise<readonly FlowFile[]> {
  const files: FlowFile[] = [];
  for (const name of names) {
    try {
      for (const file of await filesOf(name)) files.push({ file, text: await readFile(file, 'utf8') });
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(`${name} cannot be read: ${readingProblem(error)}.`);
    }
  }
  return files;
}

async function filesOf(name: string): Promise<readonly string[]> {
  if (!(await stat(name)).isDirectory()) return [name];
  const below = await readdir(name, { recursive: true });
  const flows = below.filter(
    file => file.endsWith('.flow.json') && !file.split(/[/\\]/).includes('node_modules'),
  );
  if (flows.length === 0) throw new InputError(`${name} holds no *.flow.json file.`);
  return flows.toSorted().map(file => join(name, file));
}

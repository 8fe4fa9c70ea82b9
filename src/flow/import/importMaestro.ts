import { BUDGETS } from '../../util/budgets.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import { interpolate } from './expressions.ts';
import { pathBeside } from './flowPath.ts';
import { type ImportedFlow, ImportError, type ImportTarget } from './imported.ts';
import { type MaestroCommand, type MaestroFile, type MaestroFiles, readMaestroFile } from './maestroFile.ts';
import { translateMaestro } from './maestroFlow.ts';

/**
 * Reads a file by its path in the folder of the import. Rejects if it cannot be read, or if it is outside of the folder
 * after links are followed.
 */
export type ReadImportFile = (path: string) => Promise<string>;

/** Reads a Maestro flow and the files that it runs. Throws ImportError. */
export async function importMaestro(
  path: string,
  text: string,
  readFile: ReadImportFile,
  target: ImportTarget,
): Promise<ImportedFlow> {
  const main = readMaestroFile(path, text);
  return translateMaestro(main, await readRunFiles(main, text.length, readFile, target), target);
}

/** Reads the files that a flow runs, directly or through others, each once. */
async function readRunFiles(
  main: MaestroFile,
  size: number,
  readFile: ReadImportFile,
  { variables }: ImportTarget,
): Promise<MaestroFiles> {
  const files = new Map<string, MaestroFile | string>([[main.path, main]]);
  const queue = [main];
  let characters = size;
  for (let file = queue.shift(); file; file = queue.shift()) {
    const own = memberOf(file.config, 'env');
    const read = (name: string): { readonly kind: 'known'; readonly value: string } | undefined => {
      const value = variables.get(name) ?? memberOf(own, name);
      return typeof value === 'string' ? { kind: 'known', value } : undefined;
    };
    for (const named of filesIn([...file.onFlowStart, ...file.commands, ...file.onFlowComplete])) {
      const path = pathBeside(file.path, interpolate(named, read) ?? named);
      if (path === undefined || files.has(path)) continue;
      if (files.size >= BUDGETS.import.parts.files)
        throw new ImportError(
          `The flow runs more than ${BUDGETS.import.parts.files} files. Import them one by one.`,
        );
      try {
        const content = await readFile(path);
        characters += content.length;
        if (characters > BUDGETS.import.parts['characters of all files'])
          throw new ImportError(
            'The files that the flow runs are too large together. Import them one by one.',
          );
        const found = readMaestroFile(path, content);
        files.set(path, found);
        queue.push(found);
      } catch (error) {
        if (characters > BUDGETS.import.parts['characters of all files']) throw error;
        const reason =
          error instanceof ImportError ? error.message : `The file ${plainText(path, 100)} cannot be read.`;
        files.set(path, reason);
      }
    }
  }
  return files;
}

function filesIn(commands: readonly MaestroCommand[]): readonly string[] {
  return commands.flatMap(({ name, value, commands: inner = [] }) => {
    const runs = name === 'runFlow' || name === 'retry';
    const file = isObject(value) ? value['file'] : value;
    return [...(runs && typeof file === 'string' ? [file] : []), ...filesIn(inner)];
  });
}

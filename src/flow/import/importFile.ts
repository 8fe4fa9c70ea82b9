import type { FlowCatalog } from '../catalog.ts';
import { importAppium } from './appium.ts';
import { type JsonObject } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import { type ImportedFlow, ImportError, type ImportTarget } from './imported.ts';
import { importMaestro, type ReadImportFile } from './importMaestro.ts';
import { importMacro } from './macro.ts';
import { type ImportResult, resolveImport } from './resolveImport.ts';

/** A file to import. */
export interface ImportSource {
  /** Its path in the folder of the import, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Reads another file of the folder, which the file names. */
  readonly readFile: ReadImportFile;
}

/** The endings of the files that can be imported. */
export const IMPORT_ENDINGS = ['yaml', 'yml', 'json', 'js', 'mjs', 'py', 'java'] as const;

/** Converts a file of another tool to a flow file with the actions of a catalog. Rejects with ImportError. */
export async function importFile(
  source: ImportSource,
  target: ImportTarget,
  catalog: FlowCatalog,
  settings: JsonObject = {},
): Promise<ImportResult> {
  return resolveImport(await readSource(source, target), catalog, settings);
}

async function readSource(
  { path, text, readFile }: ImportSource,
  target: ImportTarget,
): Promise<ImportedFlow> {
  if (path.toLowerCase().endsWith('.flow.json'))
    throw new ImportError(`The file ${plainText(path, 200)} is a flow file already. Open it.`);
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  switch (ending) {
    case 'yaml':
    case 'yml':
      return importMaestro(path, text, readFile, target);
    case 'json':
      return importMacro(path, text, target);
    case 'js':
    case 'mjs':
      return importAppium(path, text, 'js', target);
    case 'py':
    case 'java':
      return importAppium(path, text, ending, target);
    default:
      throw new ImportError(
        `The file ${plainText(path, 200)} has no format that can be imported. Name a file that ends with ${IMPORT_ENDINGS.map(known => `.${known}`).join(', ')}.`,
      );
  }
}

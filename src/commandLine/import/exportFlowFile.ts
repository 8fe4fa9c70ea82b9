import { exportMaestro, type ExportResult } from '../../flow/export/exportMaestro.ts';
import { ExportError } from '../../flow/export/flowSteps.ts';
import { readCatalogFile } from '../../validate/catalogFile.ts';
import { InputError } from '../../validate/inputFile.ts';
import { requireText, writeOutput } from '../files.ts';
import { requireNew, tellDifferences } from './tellDifferences.ts';

/** The options of an export. */
export interface ExportOptions {
  readonly file: string;
  /** The new Maestro file; undefined for standard output. */
  readonly output?: string;
  readonly report?: string;
  readonly catalog?: string;
}

/** Prints or writes a flow as a Maestro file, and prints what differs. Throws InputError. */
export async function exportFlowFile({ file, output, report, catalog }: ExportOptions): Promise<void> {
  requireNew(output, report);
  const text = await requireText(file);
  const actions = await readCatalogFile(catalog);
  let result: ExportResult;
  try {
    result = exportMaestro(file, text, actions);
  } catch (error) {
    throw error instanceof ExportError ? new InputError(error.message) : error;
  }
  if (output === undefined) process.stdout.write(result.text);
  else await writeOutput(output, result.text);
  await tellDifferences(result, report, 'step');
}

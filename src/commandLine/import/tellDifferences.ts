import { existsSync } from 'node:fs';
import {
  commandLineOf,
  importReport,
  importSummary,
  type Reported,
  type ReportNoun,
} from '../../flow/import/importReport.ts';
import { outputLine } from '../../util/outputLine.ts';
import { InputError } from '../../validate/inputFile.ts';
import { writeOutput } from '../files.ts';

const TITLES = { left: 'Not translated', approximated: 'Approximated', translated: 'Translated' } as const;

/** Throws InputError if one of the files exists. */
export function requireNew(...files: readonly (string | undefined)[]): void {
  for (const file of files)
    if (file !== undefined && existsSync(file))
      throw new InputError(`${file} already exists. Name a new file.`);
}

/** Prints what differs after a conversion, and writes the report into a file if one is named. */
export async function tellDifferences(
  result: Reported,
  report: string | undefined,
  noun?: ReportNoun,
): Promise<void> {
  if (report !== undefined) await writeOutput(report, importReport(result, noun));
  const different = result.commands.filter(({ outcome }) => outcome !== 'translated');
  const lines = [
    importSummary(result, noun),
    ...different.map(command => `${TITLES[command.outcome]} ${commandLineOf(command)}`),
    ...result.notes,
  ];
  for (const line of lines) process.stderr.write(`${outputLine(line)}\n`);
}

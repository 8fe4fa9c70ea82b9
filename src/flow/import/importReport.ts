import { counted } from '../../util/counted.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { plainText } from '../../util/plainText.ts';
import type { ImportedCommand, ImportOutcome } from './imported.ts';
import type { ImportResult } from './resolveImport.ts';

/** The parts of the result that a report is about. */
export type Reported = Pick<ImportResult, 'name' | 'commands' | 'notes'>;

/** The things that a report counts: the commands of an import, or the steps of an export. */
export type ReportNoun = 'command' | 'step';

const TITLES: Readonly<Record<ImportOutcome, string>> = {
  left: 'Not translated',
  approximated: 'Approximated',
  translated: 'Translated',
};

/** Returns a sentence with the number of commands by their results. */
export function importSummary(
  { commands }: Pick<ImportResult, 'commands'>,
  noun: ReportNoun = 'command',
): string {
  const count = (outcome: ImportOutcome): number =>
    commands.filter(command => command.outcome === outcome).length;
  const all = counted(commands.length, noun);
  return `${all}: ${count('translated')} translated, ${count('approximated')} approximated, ${count('left')} not translated.`;
}

/** Returns a line about a command, with its place. */
export function commandLineOf({ file, line, name, notes }: ImportedCommand): string {
  const why = notes.length === 0 ? '' : `: ${notes.join(' ')}`;
  return plainText(`${file}:${line} ${name}${why}`);
}

/** Formats what became of every command as Markdown. */
export function importReport(result: Reported, noun: ReportNoun = 'command'): string {
  const { name, commands, notes } = result;
  const section = (outcome: ImportOutcome): readonly string[] => {
    const lines = commands
      .filter(command => command.outcome === outcome)
      .map(command => `- ${escapeLine(commandLineOf(command))}`);
    return lines.length === 0 ? [] : [`## ${TITLES[outcome]}`, lines.join('\n')];
  };
  return markdownDocument([
    `# ${escapeLine(name)}`,
    escapeLine(importSummary(result, noun)),
    ...(notes.length === 0 ? [] : ['## Notes', notes.map(note => `- ${escapeLine(note)}`).join('\n')]),
    ...section('left'),
    ...section('approximated'),
    ...section('translated'),
  ]);
}

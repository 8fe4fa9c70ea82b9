import { counted } from '../../util/counted.ts';
import { describeDifference } from '../../flow/compare/differenceText.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { outputJson, outputLine, withoutCommands } from '../../util/outputLine.ts';
import type { FileChange } from './compareFiles.ts';

/** The formats of a comparison. */
export const DIFF_FORMATS = ['text', 'markdown', 'json'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** Formats the changes of flow files. */
export function formatDiff(format: DiffFormat, changes: readonly FileChange[]): string {
  if (format === 'json') return outputJson(changes.map(describeChange));
  return format === 'markdown' ? withoutCommands(formatMarkdown(changes)) : formatText(changes);
}

/** True if a change is more than another notation. */
export function changesMeaning({ kind, differences, formerPath }: FileChange): boolean {
  return kind !== 'changed' || differences.length > 0 || formerPath !== undefined;
}

function formatText(changes: readonly FileChange[]): string {
  const shown = changes.filter(changesMeaning);
  if (shown.length === 0) return 'No flow has changed.';
  const blocks = shown.map(change => {
    const lines = change.differences.map(one => `  ${outputLine(describeDifference(one))}`);
    return [outputLine(`${change.path} ${summaryOf(change)}`), ...lines].join('\n');
  });
  return blocks.join('\n');
}

function formatMarkdown(changes: readonly FileChange[]): string {
  const shown = changes.filter(changesMeaning);
  const blocks = shown.map(change => {
    const name = change.flow === undefined ? '' : ` – ${escapeLine(change.flow)}`;
    const bullets = change.differences.map(one => {
      const mark = one.graph ? ' (needs a new verification)' : '';
      return `- ${escapeLine(describeDifference(one))}${mark}`;
    });
    const summary = `The file ${escapeLine(summaryOf(change))}`;
    const heading = `### ${code(change.path)}${name}`;
    return [
      heading,
      bullets.length === 0 || change.formerPath !== undefined ? summary : '',
      bullets.join('\n'),
    ];
  });
  const empty = shown.length === 0 ? ['No flow has changed.'] : [];
  return markdownDocument(['## Changed flows', ...empty, ...blocks.flat().filter(Boolean)]);
}

function summaryOf({ kind, formerPath, differences, problem = '' }: FileChange): string {
  if (kind === 'unreadable') return `cannot be compared: ${problem}`;
  if (kind !== 'changed') return `was ${kind}.`;
  const renamed = formerPath === undefined ? '' : `was ${formerPath}`;
  if (differences.length === 0) return `${renamed}.`;
  const count = `has ${counted(differences.length, 'change')}`;
  return `${renamed === '' ? count : `${renamed} and ${count}`}:`;
}

function describeChange(change: FileChange): object {
  const differences = change.differences.map(one => ({ text: describeDifference(one), ...one }));
  return { ...change, differences };
}

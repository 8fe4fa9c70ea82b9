import { repositoryPath } from '../../validate/repositoryPath.ts';
import { outputLines } from '../../util/outputLine.ts';
import type { CaseReport, ReportedFailure } from './report.ts';
import { totalsText } from './report.ts';
import { failuresOf } from './listReporter.ts';

/** Formats failures as annotations, which GitHub Actions shows next to the lines of the flow files. */
export function formatGithubReport(cases: readonly CaseReport[]): string {
  const annotations = cases.flatMap(report => {
    const kind = report.outcome === 'flaky' ? 'warning' : 'error';
    return failuresOf(report).map(failure => annotation(kind, report, failure));
  });
  return [...annotations, `::notice title=Flow tests::${escapeMessage(totalsText(cases))}`].join('\n');
}

function annotation(
  kind: 'error' | 'warning',
  { file, name }: CaseReport,
  { message, line = 1, details }: ReportedFailure,
): string {
  const properties = { file: repositoryPath(file), line: String(line), title: name };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${kind} ${list.join(',')}::${escapeMessage([message, ...details].join('\n'))}`;
}

function escapeMessage(text: string): string {
  return outputLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

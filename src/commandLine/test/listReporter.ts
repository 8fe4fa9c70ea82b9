import { styleText } from 'node:util';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { outputLine, outputLines } from '../../util/outputLine.ts';
import { type CaseReport, durationOf, type CaseOutcome, type ReportedFailure, totalsText } from './report.ts';

const MARKS: Readonly<Record<CaseOutcome, string>> = {
  passed: styleText('green', '✓'),
  flaky: styleText('yellow', '✓'),
  failed: styleText('red', '✗'),
  unfit: styleText('red', '✗'),
  skipped: '-',
};

/** Returns the lines of a case: its outcome and the failures of its last attempt. */
export function caseLines(report: CaseReport): readonly string[] {
  const { file, name, outcome, attempts } = report;
  const hasRun = outcome !== 'unfit' && outcome !== 'skipped';
  const times = attempts.length > 1 ? `, ${attempts.length} attempts` : '';
  const took = hasRun ? ` (${secondsText(durationOf(report))}${times})` : '';
  const flaky = outcome === 'flaky' ? ' flaky' : '';
  return [
    `${MARKS[outcome]} ${outputLine(`${file}: ${name}`)}${flaky}${took}`,
    ...attempts.flatMap(({ accepted = [] }) => accepted.map(name => `    accepted ${outputLine(name)}`)),
    ...failuresOf(report).flatMap(failure => failureLines(file, failure)),
  ];
}

/** Returns the failures to show: those of the last attempt, or of the last failed one of a flaky case. */
export function failuresOf({ attempts }: CaseReport): readonly ReportedFailure[] {
  return attempts.findLast(({ failures }) => failures.length > 0)?.failures ?? [];
}

/** Returns the complete text: the lines of all cases and the totals. */
export function formatListReport(cases: readonly CaseReport[]): string {
  return [...cases.flatMap(caseLines), totalsText(cases)].join('\n');
}

/** Returns a dot, F, ± or S for a case, as a compact progress report. */
export function caseDot({ outcome }: CaseReport): string {
  const dots = { passed: '·', flaky: '±', failed: 'F', unfit: 'F', skipped: 'S' };
  return styleText(outcome === 'passed' ? 'green' : outcome === 'flaky' ? 'yellow' : 'red', dots[outcome]);
}

function failureLines(
  file: string,
  { message, line, details, expected, actual }: ReportedFailure,
): readonly string[] {
  return [
    `    ${outputLine(line === undefined ? message : `${file}:${line}: ${message}`)}`,
    ...details.flatMap(indentLines),
    ...(expected?.includes('\n')
      ? [`expected ${expected}`, `actual ${actual ?? ''}`].flatMap(indentLines)
      : []),
  ];
}

function indentLines(text: string): readonly string[] {
  return outputLines(text)
    .split('\n')
    .map(line => `      ${line}`);
}

import { secondsText } from '../flow/run/outcomeText.ts';
import type { FileResult } from './junit.ts';

/** Formats results for a terminal: one line per case followed by its failures, then the totals. */
export function formatTextReport(files: readonly FileResult[]): string {
  const lines = files.flatMap(({ file, cases }) =>
    cases.flatMap(({ name, outcome, failures, tookMs }) => [
      `${outcome === 'passed' ? '✓' : '✗'} ${file}: ${name}${outcome === 'unfit' ? '' : ` (${secondsText(tookMs)})`}`,
      ...failures.flatMap(({ message, expected, actual, line }) => [
        `    ${line === undefined ? '' : `${file}:${line}: `}${message}`,
        ...(expected?.includes('\n') ? indentLines(`expected ${expected}\nactual ${actual ?? ''}`) : []),
      ]),
    ]),
  );
  const allCases = files.flatMap(({ cases }) => cases);
  const count = (countedOutcome: string): number =>
    allCases.filter(({ outcome }) => outcome === countedOutcome).length;
  return [...lines, `${count('passed')} passed, ${count('failed')} failed, ${count('unfit')} not run`].join(
    '\n',
  );
}

function indentLines(text: string): readonly string[] {
  return text.split('\n').map(line => `      ${line}`);
}

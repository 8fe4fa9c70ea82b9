import { secondsText } from '../flow/run/outcomeText.ts';
import type { FileResult } from './junit.ts';

/** Formats results for a terminal: one line per case followed by its failures, then the totals. */
export function textReport(files: readonly FileResult[]): string {
  const lines = files.flatMap(({ file, cases }) =>
    cases.flatMap(({ name, outcome, failures, tookMs }) => [
      `${outcome === 'passed' ? '✓' : '✗'} ${file}: ${name}${outcome === 'unfit' ? '' : ` (${secondsText(tookMs)})`}`,
      ...failures.flatMap(({ message, expected, actual, line }) => [
        `    ${line === undefined ? '' : `${file}:${line}: `}${message}`,
        ...(expected?.includes('\n') ? indented(`expected ${expected}\nactual ${actual ?? ''}`) : []),
      ]),
    ]),
  );
  const all = files.flatMap(({ cases }) => cases);
  const count = (wanted: string): number => all.filter(({ outcome }) => outcome === wanted).length;
  return [...lines, `${count('passed')} passed, ${count('failed')} failed, ${count('unfit')} not run`].join(
    '\n',
  );
}

function indented(text: string): readonly string[] {
  return text.split('\n').map(line => `      ${line}`);
}

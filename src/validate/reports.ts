import { counted, countsText, summarise } from '../flow/check/checkSummary.ts';
import type { Finding } from './finding.ts';

/** Findings as lines that terminals make clickable, and how many there are. */
export function textReport(findings: readonly Finding[], files: number): string {
  const lines = findings.map(
    ({ file, line, column, severity, code, message }) =>
      `${file}:${line}:${column}: ${severity} ${code}: ${message}`,
  );
  return [...lines, summaryOf(findings, files)].join('\n');
}

/** How many findings there are, in words: `2 errors, 1 warning in 3 files`. */
export function summaryOf(findings: readonly Finding[], files: number): string {
  return `${countsText(summarise([findings]))} in ${counted(files, 'file')}.`;
}

/** Findings as a JSON array. */
export function jsonReport(findings: readonly Finding[]): string {
  return JSON.stringify(
    findings.map(({ file, path, line, column, severity, code, message }) => ({
      file,
      path,
      line,
      column,
      severity,
      code,
      message,
    })),
    undefined,
    2,
  );
}

import { counted, formatCounts, summarise } from '../flow/check/checkSummary.ts';
import type { Finding } from './finding.ts';

/** Formats findings as lines with clickable locations, followed by a summary. */
export function textReport(findings: readonly Finding[], files: number): string {
  const lines = findings.map(
    ({ file, line, column, severity, code, message }) =>
      `${file}:${line}:${column}: ${severity} ${code}: ${message}`,
  );
  return [...lines, summaryOf(findings, files)].join('\n');
}

/** Returns the numbers of findings and files: `2 errors, 1 warning in 3 files.` */
export function summaryOf(findings: readonly Finding[], files: number): string {
  return `${formatCounts(summarise([findings]))} in ${counted(files, 'file')}.`;
}

/** Formats findings as a JSON array. */
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

import { formatCounts, summarize } from '../flow/check/checkSummary.ts';
import { counted } from '../util/counted.ts';
import { outputJson, outputLine } from '../util/outputLine.ts';
import type { Finding } from './finding.ts';

/** Formats findings as lines with clickable locations, followed by a summary. */
export function textReport(findings: readonly Finding[], files: number): string {
  const lines = findings.map(({ file, line, column, severity, code, message }) =>
    outputLine(`${file}:${line}:${column}: ${severity} ${code}: ${message}`),
  );
  return [...lines, `${formatCounts(summarize([findings]))} in ${counted(files, 'file')}.`].join('\n');
}

export function jsonReport(findings: readonly Finding[]): string {
  return outputJson(
    findings.map(({ file, path, line, column, severity, code, message }) => ({
      file,
      path,
      line,
      column,
      severity,
      code,
      message,
    })),
  );
}

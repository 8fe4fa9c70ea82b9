import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../validate/inputFile.ts';
import { orInputError, requireJsonOf } from '../files.ts';
import { mergeCoverage } from './coverage.ts';
import { type CaseReport, TestReport } from './report.ts';
import { type ChosenReporter, needsTraces, writeReports } from './reporters.ts';
import { exitCodeOf } from './testFlows.ts';
import { TraceStore } from './traceStore.ts';

/**
 * Merges JSON reports, given as files or folders, and writes the reports of one run with all cases. Resolves to the
 * exit code of that run. Traces are read from the folders next to the reports. Throws InputError.
 */
export async function mergeReports(
  names: readonly string[],
  reporters: readonly ChosenReporter[],
  page: URL,
): Promise<number> {
  const files = (await Promise.all(names.map(reportFiles))).flat();
  const traces = needsTraces(reporters) ? new TraceStore() : undefined;
  const cases = new Map<number, CaseReport>();
  const coverages: TestReport['coverage'][] = [];
  for (const file of files) {
    const { cases: reports, coverage } = await requireJsonOf(
      file,
      TestReport,
      'a JSON report of the test command',
    );
    coverages.push(coverage);
    for (const report of reports) {
      const before = cases.get(report.order);
      if (before) throw new InputError(duplicateText(file, report, before));
      cases.set(report.order, traces ? await readTraces(traces, file, report) : report);
    }
  }
  const merged = [...cases.values()].toSorted((one, other) => one.order - other.order);
  const coverage = mergeCoverage(coverages);
  await writeReports(reporters, { cases: merged, coverage, traces: traces ?? new TraceStore(), page }, false);
  return exitCodeOf(merged);
}

async function readTraces(traces: TraceStore, file: string, report: CaseReport): Promise<CaseReport> {
  const attempts: CaseReport['attempts'] = [];
  for (const attempt of report.attempts) {
    const isRead = attempt.trace !== undefined && (await traces.read(file, attempt.trace));
    attempts.push(isRead ? attempt : { ...attempt, trace: undefined });
  }
  return { ...report, attempts };
}

async function reportFiles(name: string): Promise<readonly string[]> {
  const failure = `${name} cannot be read`;
  if (!(await orInputError(stat(name), failure)).isDirectory()) return [name];
  const files = (await orInputError(readdir(name), failure)).filter(file => file.endsWith('.json'));
  if (files.length > 0) return files.toSorted().map(file => join(name, file));
  throw new InputError(`${name} holds no *.json file.`);
}

function duplicateText(file: string, report: CaseReport, { file: flow, name }: CaseReport): string {
  return report.file === flow && report.name === name
    ? `${file} repeats “${name}” of ${flow}; merge the reports of one run only.`
    : `${file} is from another run: its case ${report.order} is “${report.name}” of ${report.file}, not “${name}” of ${flow}.`;
}

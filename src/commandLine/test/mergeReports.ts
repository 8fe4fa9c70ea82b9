import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../validate/inputFile.ts';
import { orInputError, requireJsonOf } from '../files.ts';
import { mergeCoverage } from './coverage.ts';
import { type CaseReport, type ReportedFailure, TestReport } from './report.ts';
import { type ChosenReporter, needsTraces, writeReports } from './reporters.ts';
import { exitCodeOf } from './testFlows.ts';
import { TraceStore } from './traceStore.ts';

/**
 * Merges JSON reports, given as files or folders, and writes the reports of one run with all cases. Resolves to the
 * exit code of that run. Traces and pictures are read from the folders next to the reports. Throws InputError.
 */
export async function mergeReports(
  names: readonly string[],
  reporters: readonly ChosenReporter[],
  page: URL,
  version: string,
): Promise<number> {
  const files = (await Promise.all(names.map(reportFiles))).flat();
  const traces = needsTraces(reporters) ? new TraceStore() : undefined;
  const cases = new Map<number, CaseReport>();
  const coverages: TestReport['coverage'][] = [];
  const parts: Part[] = [];
  for (const file of files) {
    const {
      cases: reports,
      coverage,
      part,
    } = await requireJsonOf(file, TestReport, 'a JSON report of the test command');
    coverages.push(coverage);
    if (part) parts.push(part);
    for (const report of reports) {
      const before = cases.get(report.order);
      if (before) throw new InputError(duplicateText(file, report, before));
      cases.set(report.order, traces ? await readTraces(traces, file, report) : report);
    }
  }
  requireAllParts(parts);
  const merged = [...cases.values()].toSorted((one, other) => one.order - other.order);
  const coverage = mergeCoverage(coverages);
  await writeReports(
    reporters,
    { cases: merged, coverage, traces: traces ?? new TraceStore(), page, version },
    false,
  );
  return exitCodeOf(merged);
}

type Part = NonNullable<TestReport['part']>;

/** Throws InputError if a part of the run is missing, so that its failures are not overlooked. */
function requireAllParts(parts: readonly Part[]): void {
  const [first] = parts;
  if (!first) return;
  const other = parts.find(({ total }) => total !== first.total);
  if (other)
    throw new InputError(
      `The reports are of different runs: one has ${first.total} parts, and another ${other.total}.`,
    );
  const found = new Set(parts.map(({ index }) => index));
  const missing = Array.from({ length: Math.min(first.total, MAX_PARTS) }, (_, at) => at + 1).filter(
    index => !found.has(index),
  );
  if (missing.length > 0)
    throw new InputError(
      `The report of part ${missing.slice(0, 10).join(', ')} of ${first.total} is missing. Check whether that part of the run wrote it.`,
    );
}

/** More parts are not realistic. */
const MAX_PARTS = 10_000;

async function readTraces(traces: TraceStore, file: string, report: CaseReport): Promise<CaseReport> {
  const attempts: CaseReport['attempts'] = [];
  for (const attempt of report.attempts) {
    // In the order of the run that wrote them, since what does not fit is left out.
    const failures = await readPictures(traces, file, attempt.failures);
    const isRead = attempt.trace !== undefined && (await traces.read(file, attempt.trace));
    attempts.push({ ...attempt, failures, ...(isRead ? {} : { trace: undefined }) });
  }
  return { ...report, attempts };
}

async function readPictures(
  traces: TraceStore,
  file: string,
  failures: readonly ReportedFailure[],
): Promise<ReportedFailure[]> {
  const read: ReportedFailure[] = [];
  for (const { picture, ...failure } of failures)
    read.push(picture ? { ...failure, ...(await traces.readCheck(file, picture)) } : failure);
  return read;
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

import { outputLine } from '../../util/outputLine.ts';
import { readCatalogFile } from '../../validate/catalogFile.ts';
import { InputError } from '../../validate/inputFile.ts';
import { CoverageCollector } from './coverage.ts';
import { planCases, type PlannedCase, type CaseSelection } from './planCases.ts';
import { Proposer } from './propose.ts';
import { type CaseReport, hasPassed } from './report.ts';
import { type ChosenReporter, needsTraces, ProgressPrinter, writeReports } from './reporters.ts';
import { runPlan, type RunSettings } from './runPlan.ts';
import { TraceStore } from './traceStore.ts';
import { writeOutput } from '../files.ts';
import type { CaseResult, TestBench } from '../../flowTest/runCase.ts';
import { readEvidence } from '../../deploy/explainExecution.ts';
import { writeTrace } from '../../flow/trace/traceFile.ts';
import { join } from 'node:path';

/** The cases to run, how to run them, and where to report them. */
export interface TestOptions
  extends CaseSelection, Omit<RunSettings, 'catalog' | 'traces' | 'signal' | 'onAttempt'> {
  readonly catalogFile: string | undefined;
  /** True to print the cases instead of running them. */
  readonly list: boolean;
  readonly reporters: readonly ChosenReporter[];
  /** The page into which HTML reports are written. */
  readonly page: URL;
  /** The version of the program, for reports. */
  readonly version: string;
  /** The file for proposed repairs of failed cases. */
  readonly propose?: string | undefined;
  /** Traces of runs that passed, from which repairs are proposed. */
  readonly baselines: readonly string[];
  /** The folder for the traces of cases that pass. */
  readonly traceFolder: string | undefined;
}

/**
 * Tests flow files. Resolves to the exit code: 0 if all cases pass, 1 if one does not, and 130 after Ctrl+C, which still
 * writes the reports. Throws InputError.
 */
export async function testFlows({
  catalogFile,
  list,
  reporters,
  page,
  version,
  propose,
  baselines,
  traceFolder,
  ...options
}: TestOptions): Promise<number> {
  if (propose !== undefined && baselines.length === 0)
    throw new InputError(
      'Add --baseline FILE with the trace of a run that passed, so that --propose can compare.',
    );
  const proposer = propose === undefined ? undefined : await Proposer.open(baselines);
  const planned = await planCases(options);
  if (list) {
    for (const { file, name } of planned) process.stdout.write(`${outputLine(`${file}: ${name}`)}\n`);
    return 0;
  }
  const catalog = await readCatalogFile(catalogFile);
  const traces = new TraceStore();
  const coverage = new CoverageCollector(planned, catalog);
  const progress = new ProgressPrinter(reporters, planned.length);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  // A second Ctrl+C ends the program at once.
  process.once('SIGINT', interrupt);
  const cases = await runPlan(
    planned,
    {
      ...options,
      signal: interruption.signal,
      catalog,
      traces: needsTraces(reporters) ? traces : undefined,
      onAttempt: async (bench, one, result) => {
        coverage.add(one, result);
        if (result.outcome === 'failed') await proposer?.add(bench, one, result);
        if (result.outcome === 'passed' && traceFolder !== undefined)
          await saveTrace(traceFolder, bench, one, result);
      },
    },
    {
      onStart: one => progress.start(one),
      onResult: report => progress.finish(report),
    },
  );
  process.off('SIGINT', interrupt);
  progress.end(cases);
  await writeReports(
    reporters,
    { cases, coverage: coverage.files, part: options.shard, traces, page, version },
    true,
  );
  if (propose !== undefined) await proposer?.write(propose);
  return interruption.signal.aborted ? INTERRUPTED : exitCodeOf(cases);
}

/** The exit code of a program that Ctrl+C ended. */
const INTERRUPTED = 130;

/** Returns 0 if all cases passed, and else 1. */
export function exitCodeOf(cases: readonly CaseReport[]): number {
  return hasPassed(cases) ? 0 : 1;
}

/** Saves the trace of a case, without pictures, in a folder. Throws InputError if it cannot be written. */
async function saveTrace(
  folder: string,
  { sandboxClient }: Pick<TestBench, 'sandboxClient'>,
  { traceName }: Pick<PlannedCase, 'traceName'>,
  { execution }: Pick<CaseResult, 'execution'>,
): Promise<void> {
  const evidence = execution && (await readEvidence(sandboxClient, execution.id));
  if (!evidence) return;
  const document = { ...evidence, source: 'Test', missing: ['pictures'], tasks: [] };
  const bytes = await writeTrace({ document, pictures: new Map() });
  await writeOutput(join(folder, `${traceName}.flow-trace`), bytes);
}

import * as z from 'zod';
import { OUTCOME_WORDS } from '../../protocol/testReport.ts';

// A part of the name of a file.
const Digest = z.string().regex(/^[\da-f]{32}$/);

const Failure = z.object({
  message: z.string(),
  /** The line in the flow file, from 1. */
  line: z.int().optional(),
  /** Facts and suggestions, each a sentence. */
  details: z.array(z.string()),
  expected: z.string().optional(),
  actual: z.string().optional(),
  /** The digests of the pictures of a picture check, which are in the folder next to the report. */
  picture: z
    .object({ actual: Digest, expected: Digest.optional(), difference: Digest.optional() })
    .optional(),
  /** The reason why the pictures of a picture check were left out, as a sentence. */
  picturesLeftOut: z.string().optional(),
});

const Step = z.object({
  /** Such as 2, or 2.1 for a child. */
  number: z.string(),
  /** The round of a repeated step, from 1. */
  round: z.int().optional(),
  name: z.string().optional(),
  /** The name of the device, if the run used several. */
  device: z.string().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
});

const Attempt = z.object({
  /** `unfit`: the case could not be run; its only failure has the reason. */
  outcome: z.enum(['passed', 'failed', 'unfit']),
  tookMs: z.number(),
  failures: z.array(Failure),
  steps: z.array(Step),
  /** The names of the files with pictures that were accepted. */
  accepted: z.array(z.string()).optional(),
  /** The name of the file with the trace of the run, in the folder next to the report. */
  trace: z
    .string()
    .regex(/^\d{1,9}-\d{1,3}\.flow-trace$/)
    .optional(),
});

const CaseReport = z.object({
  /** The path as given by the user, or below a given folder. */
  file: z.string(),
  name: z.string(),
  /** The number of the case among all cases, from 0, by which merged reports are sorted. */
  order: z.int(),
  /** `flaky`: it failed and then passed. `skipped`: it was not started after too many failures. */
  outcome: z.enum(['passed', 'flaky', 'failed', 'unfit', 'skipped']),
  /** The oldest is first. */
  attempts: z.array(Attempt),
});

const Count = z.int().min(0);

const StepCoverage = z.object({
  /** The number in the list of steps, such as 2, or 2.1 for a child. */
  number: z.string(),
  name: z.string().optional(),
  /** The line in the flow file, from 1. */
  line: z.int(),
  runs: Count,
  /** The number of rounds of a repeated step. */
  rounds: Count.optional(),
  decisions: z.array(z.object({ kind: z.enum(['branch', 'failure']), yes: Count, no: Count })),
});

const FileCoverage = z.object({ file: z.string(), steps: z.array(StepCoverage) });

/** The content of a JSON report. */
export const TestReport = z.object({
  version: z.literal(1),
  /** The part of the run that the report is about; undefined for all of it. */
  part: z.object({ index: z.int().min(1), total: z.int().min(1) }).optional(),
  cases: z.array(CaseReport),
  /** The steps of the flow files and how often they ran, in the order of the paths. */
  coverage: z.array(FileCoverage).default([]),
});

export type TestReport = z.output<typeof TestReport>;
export type CaseReport = z.output<typeof CaseReport>;
export type Attempt = z.output<typeof Attempt>;
export type ReportedFailure = z.output<typeof Failure>;
export type ReportedStep = z.output<typeof Step>;
export type FileCoverage = z.output<typeof FileCoverage>;
export type StepCoverage = z.output<typeof StepCoverage>;
export type CaseOutcome = CaseReport['outcome'];

/** Returns the number of cases per outcome, such as `3 passed, 0 failed, 1 flaky, 0 not run`. */
export function totalsText(cases: readonly CaseReport[]): string {
  const parts = (Object.keys(OUTCOME_WORDS) as CaseOutcome[]).map(outcome => ({
    outcome,
    count: countOf(cases, outcome),
  }));
  return parts
    .filter(({ outcome, count }) => count > 0 || !['flaky', 'skipped'].includes(outcome))
    .map(({ outcome, count }) => `${count} ${OUTCOME_WORDS[outcome]}`)
    .join(', ');
}

/** Returns the number of cases with an outcome. */
export function countOf(cases: readonly CaseReport[], outcome: CaseOutcome): number {
  return cases.filter(one => one.outcome === outcome).length;
}

/** True if all cases passed, at the latest in their last attempt. */
export function hasPassed(cases: readonly CaseReport[]): boolean {
  return cases.every(({ outcome }) => outcome === 'passed' || outcome === 'flaky');
}

/** Returns the outcome of a case with its attempts, of which there is at least one. */
export function outcomeOf(attempts: readonly Attempt[]): CaseOutcome {
  const last = attempts.at(-1)?.outcome ?? 'skipped';
  return last === 'passed' && attempts.length > 1 ? 'flaky' : last;
}

/** Returns the duration of all attempts in milliseconds. */
export function durationOf({ attempts }: Pick<CaseReport, 'attempts'>): number {
  return attempts.reduce((sum, { tookMs }) => sum + tookMs, 0);
}

/** Returns the duration of all cases together, in milliseconds. */
export function totalDurationOf(cases: readonly CaseReport[]): number {
  return cases.reduce((sum, report) => sum + durationOf(report), 0);
}

import type { Execution } from '../contract/records/execution.ts';
import { type RunStep, runSteps, stepNumber } from '../flow/run/runSteps.ts';
import { describeMissing } from './missing.ts';
import type { RunExpectation, StepExpectation } from './testFile.ts';

/** An expectation that a run did not meet. */
export interface TestFailure {
  readonly message: string;
  /** The step that failed, with the indexes of the execution; undefined for the run as a whole. */
  readonly step?: Pick<RunStep, 'index' | 'child'> | undefined;
  /** Two values to show side by side. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** The line in the flow file, from 1; undefined if not determined. */
  readonly line?: number | undefined;
}

/** Compares a finished execution with its expectation. */
export function checkRun(execution: Execution, expected: RunExpectation = {}): readonly TestFailure[] {
  const steps = runSteps(execution.result);
  return [
    ...checkEnd(execution, steps, expected),
    ...(expected.steps ?? []).flatMap(expectation => checkStep(expectation, steps)),
  ];
}

function checkEnd(
  { status, error }: Execution,
  steps: readonly RunStep[],
  { status: expectedStatus = 'success', error: part }: RunExpectation,
): readonly TestFailure[] {
  const actual = status ?? 'unknown';
  if (actual !== expectedStatus) {
    const step = steps.findLast(candidate => candidate.status === 'failed');
    const why = error ?? step?.error;
    const message = `The run ended with ${actual}, not ${expectedStatus}${why == null ? '.' : `: ${why}`}`;
    return [{ message, step, expected: expectedStatus, actual }];
  }
  if (part === undefined || (error ?? '').includes(part)) return [];
  const message = `The run failed with a different message: ${error ?? 'nothing'}`;
  return [{ message, expected: part, actual: error ?? '' }];
}

function checkStep(expected: StepExpectation, steps: readonly RunStep[]): readonly TestFailure[] {
  const [index = 0, child] = String(expected.step)
    .split('.')
    .map(number => Number(number) - 1);
  const stepIndexes = { index, child };
  const runs = steps.filter(
    run =>
      run.index === index &&
      run.child === child &&
      (expected.round === undefined || run.round === expected.round - 1) &&
      (expected.deviceId === undefined || run.deviceId === expected.deviceId.toLowerCase()),
  );
  const name = `Step ${stepNumber(stepIndexes)}${runs[0]?.name === undefined ? '' : ` “${runs[0].name}”`}`;
  const count = runs.filter(({ status }) => status !== 'skipped').length;
  if (expected.runs !== undefined && expected.runs !== count) {
    const message = `${name} ran ${count} times, not ${expected.runs}.`;
    return [{ message, step: stepIndexes, expected: String(expected.runs), actual: String(count) }];
  }
  if (runs.length === 0 && expected.runs !== 0) return [{ message: `${name} was never reached.` }];
  return runs.flatMap(run => checkStepRun(expected, run, name));
}

function checkStepRun(
  { status, error, output }: StepExpectation,
  run: RunStep,
  name: string,
): readonly TestFailure[] {
  const which = run.round === undefined ? name : `${name}, round ${run.round + 1}`;
  const failures: TestFailure[] = [];
  if (status !== undefined && run.status !== status) {
    const why = run.error === undefined ? '' : `: ${run.error}`;
    const message = `${which} ended with ${run.status ?? 'unknown'}, not ${status}${why || '.'}`;
    failures.push({ message, step: run, expected: status, actual: run.status ?? '' });
  }
  if (error !== undefined && !(run.error ?? '').includes(error)) {
    const message = `${which} failed with a different message: ${run.error ?? 'nothing'}`;
    failures.push({ message, step: run, expected: error, actual: run.error ?? '' });
  }
  if (output !== undefined) {
    const lacking = describeMissing(output, run.output);
    if (lacking !== undefined) {
      const message = `${which}: ${lacking}`;
      failures.push({ message, step: run, expected: formatJson(output), actual: formatJson(run.output) });
    }
  }
  return failures;
}

function formatJson(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value, undefined, 2);
}

import type { Execution } from '../contract/records/execution.ts';
import { type RunStep, runSteps, runStepNumber } from '../flow/run/runSteps.ts';
import { failureText } from '../flow/run/failureText.ts';
import { hideSecrets } from '../flow/run/outputTree.ts';
import { checkElement, type ExpectedElement } from '../flow/selector/elementCheck.ts';
import type { Screen } from '../flow/selector/screen.ts';
import { NO_SCREENS, runKey, type RunScreens } from './runScreens.ts';
import type { RunExpectation, StepExpectation } from './testFile.ts';
import { showDifference } from '../util/showSpaces.ts';
import { hideSecretsInText } from '../util/secretText.ts';
import { isObject } from '../util/isObject.ts';
import { isSecretName } from '../util/secretNames.ts';
import { HIDDEN } from '../util/hidden.ts';
import { equalJson } from '../flow/schema/equal.ts';

const MAX_LENGTH = 1000;

/** An expectation that a run did not meet. */
export interface TestFailure {
  readonly message: string;
  /** The step that failed, with the indexes of the execution; undefined for the run as a whole. */
  readonly step?:
    | (Pick<RunStep, 'index' | 'child' | 'explanation'> & Partial<Pick<RunStep, 'round' | 'deviceId'>>)
    | undefined;
  /** Two values to show side by side. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** The line in the flow file, from 1; undefined if not determined. */
  readonly line?: number | undefined;
  /** The pictures of a screen that does not look like its accepted picture. */
  readonly picture?: FailedPicture | undefined;
}

/** A picture that is not as accepted, all as PNG. */
export interface FailedPicture {
  /** The name of the picture in the file of tests. */
  readonly name: string;
  /** The place of its upper left corner on the screen, in device pixels. */
  readonly origin: { readonly left: number; readonly top: number };
  /** The name of the file of the accepted picture. */
  readonly file: string;
  readonly actual: Uint8Array;
  /** Undefined if there is none, or if it cannot be read. */
  readonly expected?: Uint8Array | undefined;
  /** Undefined if the two cannot be compared. */
  readonly difference?: Uint8Array | undefined;
  /** True if another round or device has the same file and looks like the accepted picture. */
  readonly isAcceptedElsewhere?: boolean;
  /** Compares the actual picture with another accepted one, and returns the failure. */
  readonly compareWith: (accepted: Uint8Array) => TestFailure | undefined;
}

/**
 * Compares a finished execution with its expectation. `steps` are its steps with explanations, `screens` those that the
 * expectation is about.
 */
export function checkRun(
  execution: Execution,
  expected: RunExpectation = {},
  steps = runSteps(execution.result),
  screens: RunScreens = NO_SCREENS,
): readonly TestFailure[] {
  return [
    ...checkEnd(execution, steps, expected),
    ...(expected.steps ?? []).flatMap(expectation => checkStep(expectation, steps, screens)),
    ...checkLastScreens(expected.screen ?? [], steps, screens),
  ].map(hideInFailure);
}

/** Returns a failure without secrets, since it is in every report, also in comments on pull requests. */
export function hideInFailure({ message, expected, actual, ...failure }: TestFailure): TestFailure {
  return {
    ...failure,
    message: hideSecretsInText(message),
    ...(expected === undefined ? {} : { expected: hideSecretsInText(expected) }),
    ...(actual === undefined ? {} : { actual: hideSecretsInText(actual) }),
  };
}

function checkLastScreens(
  expected: readonly ExpectedElement[],
  steps: readonly RunStep[],
  { last }: RunScreens,
): readonly TestFailure[] {
  if (expected.length === 0) return [];
  if (last.length === 0) return [{ message: 'The run has no device, so it has no screen to check.' }];
  return last.flatMap(({ deviceId, deviceName, screen }) => {
    const step = steps.findLast(
      candidate => candidate.deviceId === deviceId && candidate.status !== 'skipped',
    );
    const place = last.length === 1 ? '' : `On ${deviceName}: `;
    return checkScreen(expected, screen, place).map(failure => ({ ...failure, step }));
  });
}

function checkScreen(
  expected: readonly ExpectedElement[],
  screen: Screen | undefined,
  place: string,
): readonly TestFailure[] {
  if (!screen) return [{ message: `${place}There is no screen to check.` }];
  return expected.flatMap(one => {
    const unmet = checkElement(screen, one);
    return unmet ? [{ ...unmet, message: `${place}${unmet.message}` }] : [];
  });
}

function checkEnd(
  { status, error }: Execution,
  steps: readonly RunStep[],
  { status: expectedStatus = 'success', error: part }: RunExpectation,
): readonly TestFailure[] {
  const actual = status ?? 'unknown';
  if (actual !== expectedStatus) {
    const step = steps.findLast(candidate => candidate.status === 'failed');
    const why = failureText(error, steps);
    const message = `The run ended with ${actual}, not ${expectedStatus}${why === undefined ? '.' : `: ${why}`}`;
    return [{ message, step, expected: expectedStatus, actual }];
  }
  if (part === undefined || (error ?? '').includes(part)) return [];
  const message = `The run failed with a different message: ${error ?? 'nothing'}`;
  return [{ message, expected: part, actual: error ?? '' }];
}

function checkStep(
  expected: StepExpectation,
  steps: readonly RunStep[],
  screens: RunScreens,
): readonly TestFailure[] {
  const stepIndexes = indexesOf(expected);
  const runs = runsOf(expected, steps);
  const name = `Step ${runStepNumber(stepIndexes)}${runs[0]?.name === undefined ? '' : ` “${runs[0].name}”`}`;
  const count = runs.filter(({ status }) => status !== 'skipped').length;
  if (expected.runs !== undefined && expected.runs !== count) {
    const message = `${name} ran ${count} times, not ${expected.runs}.`;
    return [{ message, step: stepIndexes, expected: String(expected.runs), actual: String(count) }];
  }
  if (runs.length === 0 && expected.runs !== 0) return [{ message: `${name} was never reached.` }];
  return runs.flatMap(run => checkStepRun(expected, run, name, screens));
}

/** Returns the runs of the step that an expectation is about. */
export function runsOf(expected: StepExpectation, steps: readonly RunStep[]): readonly RunStep[] {
  const { index, child } = indexesOf(expected);
  return steps.filter(
    run =>
      run.index === index &&
      run.child === child &&
      (expected.round === undefined || run.round === expected.round - 1) &&
      (expected.deviceId === undefined || run.deviceId === expected.deviceId.toLowerCase()),
  );
}

function indexesOf({ step }: StepExpectation): Pick<RunStep, 'index' | 'child'> {
  const [index = 0, child] = String(step)
    .split('.')
    .map(number => Number(number) - 1);
  return { index, child };
}

function checkStepRun(
  { status, error, output, screen }: StepExpectation,
  run: RunStep,
  name: string,
  { after }: RunScreens,
): readonly TestFailure[] {
  const which = run.round === undefined ? name : `${name}, round ${run.round + 1}`;
  const failures: TestFailure[] = [];
  if (status !== undefined && run.status !== status) {
    const why = run.explanation?.sentence ?? run.error;
    const message = `${which} ended with ${run.status ?? 'unknown'}, not ${status}${why === undefined ? '.' : `: ${why}`}`;
    failures.push({ message, step: run, expected: status, actual: run.status ?? '' });
  }
  if (error !== undefined && !(run.error ?? '').includes(error)) {
    const message = `${which} failed with a different message: ${run.error ?? 'nothing'}`;
    failures.push({ message, step: run, expected: error, actual: run.error ?? '' });
  }
  if (output !== undefined) {
    const lacking = describeMissingValue(output, run.output);
    if (lacking !== undefined) {
      const message = `${which}: ${lacking}`;
      failures.push({ message, step: run, expected: formatJson(output), actual: formatJson(run.output) });
    }
  }
  if (screen) {
    const found = checkScreen(screen, after.get(runKey(run)), `${which}: `);
    failures.push(...found.map(failure => ({ ...failure, step: run })));
  }
  return failures;
}

/** Returns the facts and suggestions about the step of a failure, one per line. */
export function failureDetails({ step }: TestFailure): readonly string[] {
  const { facts = [], actions = [] } = step?.explanation ?? {};
  return [...facts, ...actions.map(action => `Suggestion: ${action}`)];
}

function formatJson(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(hideSecrets(value), undefined, 2);
}

/**
 * Describes the first part of an expected JSON value that an actual value lacks, in one sentence; undefined if it
 * contains all of it. Additional fields are permitted; lists must have the expected length. Values whose names suggest
 * that they are secret are not shown.
 */
export function describeMissingValue(
  expected: unknown,
  actual: unknown,
  path = 'output',
): string | undefined {
  if (isObject(expected)) {
    if (!isObject(actual)) return `${path} is ${abbreviateJson(actual)}, not an object.`;
    for (const [name, value] of Object.entries(expected)) {
      if (!Object.hasOwn(actual, name)) return `${path}.${name} is missing.`;
      const found = describeMissingValue(value, actual[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path} is ${abbreviateJson(actual)}, not a list.`;
    if (actual.length !== expected.length)
      return `${path} has ${actual.length} items, not ${expected.length}.`;
    for (const [index, value] of expected.entries()) {
      const found = describeMissingValue(value, actual[index], `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (equalJson(expected, actual)) return undefined;
  if (isSecretName(path.split('.').at(-1) ?? '')) return `${path} is ${HIDDEN}, not the expected value.`;
  const [is, not] = showDifference(abbreviateJson(actual), abbreviateJson(expected));
  return `${path} is ${is}, not ${not}.`;
}

function abbreviateJson(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

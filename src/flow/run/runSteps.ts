import { isObject, type JsonObject, listOf, memberOf } from '../../util/isObject.ts';
import { hidePasscodes, passcodesIn } from './passcodes.ts';

/** The reason for a failed or skipped step, in words for people. */
export interface StepExplanation {
  /** One or two sentences. */
  readonly sentence: string;
  /** Facts that support it, each a sentence. */
  readonly facts: readonly string[];
  /** Suggestions for what to do next, each a sentence. */
  readonly actions: readonly string[];
  /** A change of a parameter that carries out the first suggestion. */
  readonly fix?: ParamFix | undefined;
}

/** A new value for a parameter of a step. */
export interface ParamFix {
  /** The path in the parameters. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** The parts of an execution that may have its steps. */
interface SentExecution {
  readonly result?: unknown;
  readonly progress?: unknown;
}

/** A step in the result of an execution. Fields that the service omits are undefined (wire facts 6). */
export interface RunStep {
  /** The index of the top-level step, from 0. */
  readonly index: number;
  /** The index among the children of that step, from 0. */
  readonly child: number | undefined;
  /** The round of a repeated step, from 0. */
  readonly round: number | undefined;
  readonly deviceId: string | undefined;
  readonly actionId: string | undefined;
  readonly name: string | undefined;
  /** A text such as success, failed, running, skipped or stopped. */
  readonly status: string | undefined;
  /** The duration in milliseconds; undefined while it runs. */
  readonly tookMs: number | undefined;
  readonly error: string | undefined;
  readonly output: unknown;
  /** Known once the evidence of the run has been read. */
  readonly explanation?: StepExplanation | undefined;
}

/** The fields of a step that did not run, besides its place. */
export const NOT_RUN: Omit<RunStep, 'index' | 'child'> = {
  round: undefined,
  deviceId: undefined,
  actionId: undefined,
  name: undefined,
  status: 'skipped',
  tookMs: undefined,
  error: undefined,
  output: undefined,
};

/**
 * Returns the steps in the result of an execution, which is opaque but usually has them (wire facts 6). Steps without
 * an index are numbered in their order. Errors do not show the passcodes that steps have read.
 */
export function runSteps(result: unknown): readonly RunStep[] {
  const read = stepsIn(result).map((step, order) => ({
    index: wholeOf(step['index']) ?? order,
    child: wholeOf(step['childIndex']),
    round: wholeOf(step['round']),
    deviceId: nonEmptyText(step['deviceId']),
    actionId: nonEmptyText(step['actionId'])?.toLowerCase(),
    name: nonEmptyText(step['name']),
    status: nonEmptyText(step['status']),
    tookMs: millisecondsBetween(step['startedAt'], step['finishedAt']),
    error: nonEmptyText(step['error']),
    output: step['output'],
  }));
  const passcodes = passcodesIn(read);
  if (passcodes.length === 0) return read;
  return read.map(step => ({ ...step, error: step.error && hidePasscodes(step.error, passcodes) }));
}

/**
 * Returns the steps of an execution: those in its result, or else the top-level steps in its progress that have started
 * (wire facts 6).
 */
export function executionSteps(execution: SentExecution): readonly RunStep[] {
  return runSteps({ steps: sentSteps(execution) });
}

/** Returns the steps of an execution as the service sends them, in the order of `executionSteps`. */
export function sentSteps({ result, progress }: SentExecution): readonly JsonObject[] {
  const known = stepsIn(result);
  return known.length > 0 ? known : startedIn(progress);
}

function startedIn(progress: unknown): readonly JsonObject[] {
  return stepsIn(progress)
    .filter(({ status }) => status !== 'pending')
    .map(step => (step['status'] === 'cancelled' ? { ...step, status: 'stopped' } : step));
}

function stepsIn(value: unknown): readonly JsonObject[] {
  return listOf(memberOf(value, 'steps')).filter(isObject);
}

/** Returns true for a step that failed, was ended, or did not run. */
export function needsExplanation({ status }: Pick<RunStep, 'status'>): boolean {
  return status === 'failed' || status === 'stopped' || status === 'skipped';
}

/** Formats the number of a step from 1, such as `2` or `2.1`. */
export function runStepNumber({ index, child }: Pick<RunStep, 'index' | 'child'>): string {
  return child === undefined ? `${index + 1}` : `${index + 1}.${child + 1}`;
}

/** Returns the milliseconds between two timestamps, at least 0; undefined if either is invalid. */
export function millisecondsBetween(started: unknown, finished: unknown): number | undefined {
  const ms = Date.parse(nonEmptyText(finished) ?? '') - Date.parse(nonEmptyText(started) ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Returns a text that is not empty; undefined for anything else. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the ID of the task that a step ran, from its output; undefined if it ran none. */
export function taskIdIn(output: unknown): string | undefined {
  return isObject(output) ? nonEmptyText(memberOf(output, 'taskId')) : undefined;
}

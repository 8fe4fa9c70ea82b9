import { isObject } from '../../util/isObject.ts';

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
}

/**
 * Returns the steps in the result of an execution, which is opaque but usually has them (wire facts 6). Steps without
 * an index are numbered in their order.
 */
export function runSteps(result: unknown): readonly RunStep[] {
  const steps = isObject(result) ? result['steps'] : undefined;
  if (!Array.isArray(steps)) return [];
  return steps.filter(isObject).map((step, order) => ({
    index: wholeOf(step['index']) ?? order,
    child: wholeOf(step['childIndex']),
    round: wholeOf(step['round']),
    deviceId: textOf(step['deviceId']),
    actionId: textOf(step['actionId'])?.toLowerCase(),
    name: textOf(step['name']),
    status: textOf(step['status']),
    tookMs: millisecondsBetween(step['startedAt'], step['finishedAt']),
    error: textOf(step['error']),
    output: step['output'],
  }));
}

/** Formats the number of a step from 1, such as `2` or `2.1`. */
export function stepNumber({ index, child }: Pick<RunStep, 'index' | 'child'>): string {
  return child === undefined ? `${index + 1}` : `${index + 1}.${child + 1}`;
}

/** Returns the milliseconds between two timestamps, at least 0; undefined if either is invalid. */
export function millisecondsBetween(started: unknown, finished: unknown): number | undefined {
  const ms = Date.parse(textOf(finished) ?? '') - Date.parse(textOf(started) ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

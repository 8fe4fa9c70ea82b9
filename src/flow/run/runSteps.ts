import { isObject } from '../../util/isObject.ts';

/** A step that an execution tells of. What a service does not say is undefined (wire facts 6). */
export interface RunStep {
  /** Counts the steps at the top of the flow from 0. */
  readonly index: number;
  /** Place among the children of that step, from 0. */
  readonly child: number | undefined;
  /** Round of a repeated step, from 0. */
  readonly round: number | undefined;
  readonly deviceId: string | undefined;
  readonly actionId: string | undefined;
  readonly name: string | undefined;
  /** Text such as success, failed, running, skipped or stopped. */
  readonly status: string | undefined;
  /** Milliseconds; undefined while it runs. */
  readonly tookMs: number | undefined;
  readonly error: string | undefined;
  readonly output: unknown;
}

/**
 * The steps of an execution's result, which is opaque but usually holds them (wire facts 6). Steps that do not
 * say where in the flow they stand are counted in their order.
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

/** A step's number as people count, such as `2` or `2.1`. */
export function stepNumber({ index, child }: Pick<RunStep, 'index' | 'child'>): string {
  return child === undefined ? `${index + 1}` : `${index + 1}.${child + 1}`;
}

/** The milliseconds between two timestamps; undefined where one of them is none. */
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

import type { DebugEvent } from '../contract/sandbox/debug.ts';
import { secondsText, statusText } from '../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../flow/run/runSteps.ts';
import { plainText } from '../util/plainText.ts';
import type { FlowSource } from './flowSource.ts';

/** A line of the debug console. */
export interface ConsoleLine {
  readonly text: string;
  readonly isProblem: boolean;
  /** The line of the file that it leads to, from 0. */
  readonly line: number | undefined;
}

type EventStep = NonNullable<DebugEvent['step']>;

/** Returns the line for a step that ended, with its duration. */
export function stepLine(step: EventStep, error: string | null | undefined, source: FlowSource): ConsoleLine {
  const label = source.labelOf(step);
  const round = step.round == null ? '' : ` (round ${step.round + 1})`;
  const { startedAt, finishedAt, status } = step;
  const ms = millisecondsBetween(startedAt, finishedAt);
  const words = [label + round, SIGNS[status ?? ''] ?? statusText(status ?? '')];
  if (ms !== undefined && status !== 'skipped') words.push(secondsText(ms));
  const text = error == null ? words.join(' ') : `${words.join(' ')}: ${error}`;
  return { text: plainText(text), isProblem: status === 'failed', line: lineOf(step, source) };
}

/** Returns the line for a text of the run, such as that of a logpoint. */
export function textLine({ text, category, step }: DebugEvent, source: FlowSource): ConsoleLine {
  return {
    text: plainText(text ?? ''),
    isProblem: category === 'problem',
    line: step ? lineOf(step, source) : undefined,
  };
}

/** Returns the line for the end of the run. */
export function endLine({ status, error }: DebugEvent): ConsoleLine {
  const failed = status !== 'success';
  const how = status === 'success' ? 'succeeded' : statusText(status ?? 'failed');
  const text = error == null ? `The run ${how}.` : `The run ${how}: ${error}`;
  return { text: plainText(text), isProblem: failed && status !== 'cancelled', line: undefined };
}

const SIGNS: Readonly<Record<string, string>> = {
  success: '✓',
  failed: '✗ failed',
  skipped: '– not run',
};

function lineOf(step: EventStep, source: FlowSource): number | undefined {
  return source.placeOf(step)?.line;
}

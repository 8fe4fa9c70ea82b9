import { isVerification } from '../../contract/enumerations.ts';
import type { Execution } from '../../contract/records/execution.ts';
import type { StepOutcome } from './stepOutcomes.ts';

const WORDS: Readonly<Record<StepOutcome['state'], string>> = {
  running: '… running',
  failed: '✗ failed',
  aborted: '⊘ aborted',
  success: '✓',
  skipped: '– not run',
};

/** Describes the outcome of a step, such as `✓ 1.2 s` or `✗ failed after 0.4 s: No such element.` */
export function outcomeText({
  state,
  runs,
  tookMs,
  error,
}: Pick<StepOutcome, 'state' | 'runs' | 'tookMs' | 'error'>): string {
  const times = runs > 1 ? ` ${runs} runs,` : '';
  const took = tookMs === undefined || state === 'skipped' ? '' : secondsText(tookMs);
  const time = took === '' ? '' : state === 'failed' || state === 'aborted' ? ` after ${took}` : ` ${took}`;
  return `${WORDS[state]}${times}${time}${error === undefined ? '' : `: ${error}`}`;
}

const STATUS_WORDS: ReadonlyMap<string, string> = new Map([
  ['success', 'succeeded'],
  ['running', 'running…'],
  ['cancelled', 'aborted'],
  ['stopped', 'aborted'],
]);

/** Returns the display word for the status of an execution or a step; an unknown status stays as it is. */
export function statusText(status: string): string {
  return STATUS_WORDS.get(status) ?? status;
}

/** Formats milliseconds, such as `40 ms`, `0.4 s`, `12 s` or `2 min 5 s`. */
export function secondsText(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A run as far as its name tells it from others. */
export interface NamedRun {
  readonly execution: Pick<Execution, 'kind' | 'startedAt' | 'status'>;
  /** True for a run of a test, whose waits are shortened. */
  readonly isTest?: boolean | undefined;
  readonly isDebug?: boolean | undefined;
}

/** Names a run by kind, start and state, such as `Test run, 10:42:15 AM: failed`; `now` is in epoch milliseconds. */
export function runLabel(run: NamedRun, now: number): string {
  const { startedAt, status } = run.execution;
  const began = startedAt == null ? '' : `, ${clockTime(startedAt, now)}`;
  const outcome = status == null ? '' : `: ${statusText(status)}`;
  return `${kindOf(run)}${began}${outcome}${run.isTest ? ' (waits shortened)' : ''}`;
}

function kindOf({ execution: { kind }, isTest, isDebug }: NamedRun): string {
  return isTest ? 'Test run' : isDebug ? 'Debug run' : isVerification({ kind }) ? 'Verification run' : 'Run';
}

/** Formats a moment as a time of day, with the date if it is not that of `now`, in the time zone of the computer. */
function clockTime(timestamp: string, now: number): string {
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) return timestamp;
  const isToday = moment.toDateString() === new Date(now).toDateString();
  return moment.toLocaleString('en-US', {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'medium',
  });
}

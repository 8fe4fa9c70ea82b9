import type { Execution } from '../../contract/records/execution.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
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

const RUN_KINDS: ReadonlyMap<string, string> = new Map([
  ['dry_run', 'Verification run'],
  ['trial', 'Trial run'],
]);

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

/** Labels a run by kind, start and state, such as `Test run, 5 min. ago: failed`; `now` is in epoch milliseconds. */
export function runLabel(
  { kind, startedAt, status }: Execution,
  isTest: boolean | undefined,
  now: number,
): string {
  const what = isTest ? 'Test run' : (RUN_KINDS.get(kind ?? '') ?? 'Run');
  const began = startedAt == null ? '' : `, ${relativeTimestamp(startedAt, now)}`;
  return `${what}${began}${status == null ? '' : `: ${statusText(status)}`}`;
}

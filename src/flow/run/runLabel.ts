import type { Execution } from '../../contract/records/execution.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
import { statusText } from './outcomeText.ts';

/** Labels a run by kind, start and state, such as `Test run, 5 min. ago: failed`; `now` is in epoch milliseconds. */
export function runLabel(
  { kind, startedAt, status }: Execution,
  isTest: boolean | undefined,
  now: number,
): string {
  const what = isTest ? 'Test run' : kind === 'dry_run' ? 'Verification run' : 'Run';
  const began = startedAt == null ? '' : `, ${relativeTimestamp(startedAt, now)}`;
  return `${what}${began}${status == null ? '' : `: ${statusText(status)}`}`;
}

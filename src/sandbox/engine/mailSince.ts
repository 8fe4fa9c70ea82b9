import type { StoredExecution } from '../store/stored.ts';

/**
 * Returns the time from which mail counts for a run. Whoever requests a dry run delivers mail without waiting for its
 * start; a live run may have to wait, and mail of another run may come meanwhile.
 */
export function mailSince({ kind, startedAt, sandbox }: StoredExecution): string | null | undefined {
  return kind === 'dry_run' ? sandbox.queuedAt : startedAt;
}

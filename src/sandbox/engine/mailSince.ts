import type { StoredExecution } from '../store/stored.ts';

/**
 * Returns the time from which mail counts for a run. Whoever requests a run delivers mail without waiting for its start.
 * For a run that an event started, earlier mail, such as that of the event, does not count.
 */
export function mailSince({ eventId, startedAt, sandbox }: StoredExecution): string | null | undefined {
  return (eventId ?? null) === null ? sandbox.queuedAt : startedAt;
}

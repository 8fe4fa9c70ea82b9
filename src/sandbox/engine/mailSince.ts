import { isVerification } from '../../contract/enumerations.ts';
import type { StoredExecution } from '../store/stored.ts';

/**
 * Returns the time from which mail counts for a run. Whoever requests a verification delivers mail without waiting for its
 * start; a live run may have to wait, and mail of another run may come meanwhile.
 */
export function mailSince({ kind, startedAt, sandbox }: StoredExecution): string | null | undefined {
  return isVerification({ kind }) ? sandbox.queuedAt : startedAt;
}

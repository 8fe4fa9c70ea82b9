import type { StoredWebhook } from '../../store/stored.ts';

/** The number of consecutive failed attempts after which an endpoint is failing; a guess. */
const FAILING_AFTER = 3;
/** The number of consecutive failed attempts after which an endpoint is blocked; a guess. */
const BLOCKED_AFTER = 20;

/**
 * Returns an endpoint after an attempt: healthy after a success, failing or blocked after repeated failures (wire facts
 * 11).
 */
export function nextHealth(endpoint: StoredWebhook, succeeded: boolean, now: string): StoredWebhook {
  const failures = succeeded ? 0 : (endpoint.sandbox.failures ?? 0) + 1;
  const sandbox = { ...endpoint.sandbox, failures };
  if (failures >= BLOCKED_AFTER) {
    const blockedReason = `${failures} attempts in a row failed.`;
    return { ...endpoint, sandbox, health: 'blocked', blockedAt: endpoint.blockedAt ?? now, blockedReason };
  }
  const health = failures >= FAILING_AFTER ? 'failing' : 'healthy';
  return { ...endpoint, sandbox, health, blockedAt: null, blockedReason: null };
}

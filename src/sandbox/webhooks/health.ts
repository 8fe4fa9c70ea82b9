import type { StoredWebhook } from '../store/stored.ts';

/** Failed attempts in a row after which an endpoint is failing, and after which it is blocked; a guess. */
export const FAILING_AFTER = 3;
/** Failed attempts in a row after which deliveries to an endpoint stop. */
export const BLOCKED_AFTER = 20;

/** An endpoint after an attempt: healthy on success, else failing and at last blocked (wire facts 11). */
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

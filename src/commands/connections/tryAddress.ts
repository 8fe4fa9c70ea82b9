import type { Client } from '../../client/client.ts';
import { ApiError, type Failure } from '../../client/failure.ts';
import { explain } from '../../wording/explain.ts';

/** The time that a service has to respond, in milliseconds. */
const MAX_MS = 8000;

/** The statuses with which a service responds to a request without a key, or to too many requests. */
const RESPONDS = [401, 403, 429];

/**
 * Sends a read request without a key. Returns a sentence if no service responds at the address, or something else than
 * such a service.
 */
export async function tryAddress(
  client: Pick<Client, 'listActions'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await client.listActions({ query: { pageSize: 1 } }, { signal, deadlineMs: MAX_MS });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && isOfService(error.failure)) return undefined;
    const { summary } = explain(error);
    const sentence = /[.!?]$/.test(summary) ? summary : `${summary}.`;
    return `${sentence} Press Enter again to use this address anyway.`;
  }
}

function isOfService(failure: Failure): boolean {
  return 'status' in failure && RESPONDS.includes(failure.status);
}

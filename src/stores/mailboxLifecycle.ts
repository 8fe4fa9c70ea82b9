import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { ApiError, mayPass } from '../client/failure.ts';
import type { Mailbox, MailboxCapacity } from '../contract/records/mailbox.ts';
import { isNotOffered } from './notOffered.ts';

/** Options of the wait for a mailbox. */
interface ReadyWait {
  /** Pause between two reads, in milliseconds. */
  readonly pollMs: number;
  /** End of the wait, in milliseconds since 1970. */
  readonly until: number;
  /** Ends the wait immediately. */
  readonly signal: AbortSignal;
}

/** Reads how many mailboxes can still be created; undefined if the service does not tell or has no limit (wire facts 15). */
export async function readCapacity(client: Client): Promise<MailboxCapacity | undefined> {
  try {
    return (await client.getMailboxCapacity({})).value.data;
  } catch (error) {
    const hasNoLimit = error instanceof ApiError && error.status === 503;
    if (hasNoLimit || isNotOffered(error)) return undefined;
    throw error;
  }
}

/**
 * Waits until the service has created a mailbox, and returns it as it is then (wire facts 15). Continues after failures
 * that may pass.
 */
export async function readyMailbox(
  client: Client,
  mailbox: Mailbox,
  { pollMs, until, signal }: ReadyWait,
): Promise<Mailbox> {
  let latest = mailbox;
  let pauseMs = pollMs;
  const isCanceled = (): boolean => signal.aborted;
  while (latest.status === 'provisioning' && Date.now() < until) {
    await sleep(Math.min(pauseMs, until - Date.now()), undefined, { signal }).catch(() => undefined);
    if (isCanceled()) return latest;
    pauseMs = pollMs;
    try {
      latest = (await client.getMailbox({ params: { mailboxId: mailbox.id } }, { signal })).value.data;
    } catch (error) {
      if (isCanceled() || isNotOffered(error)) return latest;
      if (!mayPass(error)) throw error;
      pauseMs = Math.max(pollMs, error.retryAfterMs ?? 0);
    }
  }
  return latest;
}

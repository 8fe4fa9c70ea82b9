import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, gotNoAnswer } from '../client/failure.ts';
import type { MailboxMessage } from '../contract/records/mailbox.ts';
import { passcodeOf } from '../util/passcodes/passcode.ts';

/** Reads the current messages with a passcode in a mailbox. */
export type ReadMessages = () => Promise<readonly MailboxMessage[]>;

/** Options of the wait for a passcode. */
export interface PasscodeWait {
  /** Pause between two reads, in milliseconds. */
  readonly pollMs: number;
  /** End of the wait, in milliseconds since 1970. */
  readonly until: number;
  /** Ends the wait immediately. */
  readonly signal: AbortSignal;
  /** Called before each pause. */
  readonly onPause: () => void;
}

/** Returns the IDs of the current messages, or undefined if they cannot be read. */
export async function readMessageIds(read: ReadMessages): Promise<ReadonlySet<string> | undefined> {
  return read().then(idsOf, () => undefined);
}

/**
 * Waits for a message that is not in `before` and returns its passcode, or undefined if none arrives. If `before` is
 * undefined, the first successful read defines it. Continues after temporary failures; rejects with the last one if it
 * persists at the end.
 */
export async function passcodeArriving(
  read: ReadMessages,
  before: ReadonlySet<string> | undefined,
  { pollMs, until, signal, onPause }: PasscodeWait,
): Promise<string | undefined> {
  let known = before;
  let failure: ApiError | undefined;
  while (!signal.aborted && Date.now() < until) {
    try {
      const messages = await read();
      failure = undefined;
      // Compared by ID, not by time, since the service clock may differ.
      const old = (known ??= idsOf(messages));
      for (const message of messages) {
        const code = old.has(message.id) ? undefined : passcodeOf(message);
        if (code !== undefined) return code;
      }
    } catch (error) {
      if (!mayPass(error)) throw error;
      failure = error;
    }
    onPause();
    const pauseMs = Math.min(Math.max(pollMs, failure?.retryAfterMs ?? 0), until - Date.now());
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  if (failure && !signal.aborted) throw failure;
  return undefined;
}

function idsOf(messages: readonly MailboxMessage[]): ReadonlySet<string> {
  return new Set(messages.map(({ id }) => id));
}

function mayPass(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.retryable || gotNoAnswer(error));
}

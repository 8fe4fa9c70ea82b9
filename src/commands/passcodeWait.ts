import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../client/failure.ts';
import type { MailboxMessage } from '../contract/records/mailbox.ts';
import { gotNoAnswer } from '../stores/gotNoAnswer.ts';
import { findPasscode } from '../util/passcode.ts';

/** Reads the messages with a passcode that a mailbox has now. */
export type ReadMessages = () => Promise<readonly MailboxMessage[]>;

/** How long a passcode is waited for. */
export interface PasscodeWait {
  /** The pause between two reads, in milliseconds. */
  readonly pollMs: number;
  /** When to give up, in milliseconds since 1970. */
  readonly until: number;
  /** Ends the wait at once. */
  readonly signal: AbortSignal;
  /** Told before each pause. */
  readonly onPause: () => void;
}

/** The messages that a mailbox has now, by their ids; undefined where they cannot be read. */
export async function messagesNow(read: ReadMessages): Promise<ReadonlySet<string> | undefined> {
  return read().then(idsOf, () => undefined);
}

/**
 * The passcode of a message that was not there before, or undefined where none came; where it is not known what was
 * there before, that is what the first read finds. Goes on after failures that may pass, and rejects with the last one
 * where the wait ended on it.
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
      // By time it could not be told what is new where the clock of the service is another.
      const old = (known ??= idsOf(messages));
      for (const { id, subject, preview } of messages) {
        const code = old.has(id) ? undefined : findPasscode(subject, preview);
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

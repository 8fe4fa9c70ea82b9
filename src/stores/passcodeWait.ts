import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { type ApiError, mayPass, refusalOf } from '../client/failure.ts';
import type { MailboxMessage } from '../contract/records/mailbox.ts';
import { passcodeOf } from '../util/passcodes/passcode.ts';
import { readMessages, receivedTime, WITH_PASSCODE } from './mailboxStore.ts';
import { isNotOffered } from './notOffered.ts';

/** A message with a passcode, which is only looked for if it is needed. */
export interface PasscodeMail {
  readonly message: Pick<MailboxMessage, 'id' | 'receivedAt'>;
  readonly code: () => string | undefined;
}

/** Reads the current messages with a passcode in a mailbox. */
export type ReadPasscodes = () => Promise<readonly PasscodeMail[]>;

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

/** A passcode of a service, which is text of others. */
const PASSCODE = /^[\p{L}\p{N}]{1,32}$/u;

/**
 * Returns a function that reads the newest passcode of a mailbox as the service finds it (wire facts 15). If the service
 * does not find passcodes, it reads the messages, whose passcodes are found here.
 */
export function passcodeReader(
  client: Client,
  mailboxId: string,
  { after, signal }: { readonly after?: string | undefined; readonly signal: AbortSignal },
): ReadPasscodes {
  const params = { mailboxId };
  let finder: 'unknown' | 'service' | 'here' = 'unknown';
  let newest = 0;
  const find = async (): Promise<readonly PasscodeMail[]> => {
    const { data } = (await client.findPasscode({ params, query: { after } }, { signal })).value;
    finder = 'service';
    // Once the newest message is deleted, an older one becomes the newest.
    if (!data || receivedTime(data) < newest) return [];
    newest = receivedTime(data);
    const code = data.code.replaceAll(/[\s-]/g, '');
    const message = { id: data.messageId, receivedAt: data.receivedAt };
    return [{ message, code: () => (PASSCODE.test(code) ? code : undefined) }];
  };
  return async () => {
    if (finder !== 'here') {
      try {
        return await find();
      } catch (error) {
        // Messages that the service had not named would all count as new.
        if (finder === 'service' || !findsNone(error)) throw error;
        finder = 'here';
      }
    }
    const filter = { ...WITH_PASSCODE, since: after };
    const { items } = await readMessages(client, mailboxId, filter, undefined, signal);
    return items.map(message => ({ message, code: () => passcodeOf(message) }));
  };
}

/** Returns the IDs of the current messages, or undefined if they cannot be read. */
export async function readMessageIds(read: ReadPasscodes): Promise<ReadonlySet<string> | undefined> {
  return read().then(idsOf, () => undefined);
}

/**
 * Waits for a message that is not in `before` and returns it with its passcode, or undefined if none arrives. If
 * `before` is undefined, the first successful read defines it. Continues after temporary failures; rejects with the last
 * one if it persists at the end.
 */
export async function passcodeArriving(
  read: ReadPasscodes,
  before: ReadonlySet<string> | undefined,
  { pollMs, until, signal, onPause }: PasscodeWait,
): Promise<(Pick<PasscodeMail, 'message'> & { readonly code: string }) | undefined> {
  let known = before;
  let failure: ApiError | undefined;
  while (!signal.aborted && Date.now() < until) {
    try {
      const mails = await read();
      failure = undefined;
      // Compared by ID, not by time, since the service clock may differ.
      const old = (known ??= idsOf(mails));
      for (const { message, code: find } of mails) {
        const code = old.has(message.id) ? undefined : find();
        if (code !== undefined) return { message, code };
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

function idsOf(mails: readonly PasscodeMail[]): ReadonlySet<string> {
  return new Set(mails.map(({ message }) => message.id));
}

/** True if a service or an account does not find passcodes. */
function findsNone(error: unknown): boolean {
  return isNotOffered(error) || refusalOf(error)?.code === 'otp_extraction_disabled';
}

import { passcodeOf } from '../../../util/passcodes/passcode.ts';
import { toError } from '../../../util/errors.ts';
import { firstMatch } from '../../runtime/boundedMatch.ts';
import {
  defineStep,
  type StepCall,
  StepFailure,
  type StepKinds,
  type StepOutput,
} from '../../runtime/step.ts';
import type { Store } from '../../store/store.ts';
import type { StoredMessage } from '../../store/stored.ts';
import type { Where } from '../../store/table.ts';
import { allowedMs, waitFor } from '../../runtime/waitFor.ts';

interface WaitParams {
  readonly mailboxId: string;
  readonly from?: string;
  readonly pattern?: string;
  readonly timeoutSeconds?: number;
  readonly notBefore?: string;
}

type Condition =
  | { readonly field: 'fromAddress' | 'subject' | 'preview'; readonly contains: string }
  | { readonly hasOtp: boolean }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

interface FindParams {
  readonly mailboxId: string;
  readonly where: Condition;
  readonly optional?: boolean;
}

interface Passcode {
  readonly message: StoredMessage;
  readonly code: string;
}

const DEFAULT_TIMEOUT_S = 120;
/** The number of messages read at a time. */
const BATCH_SIZE = 200;

/** The implementations of the methods that wait for messages and search them. */
export const mailboxSteps: StepKinds = {
  'mailbox.waitForPasscode': defineStep(true, waitForPasscode),
  'mailbox.findMessage': defineStep(true, findMessage),
};

async function waitForPasscode(call: StepCall<WaitParams>): Promise<StepOutput> {
  const { params, service, signal, run } = call;
  const { mailboxId, from, pattern, timeoutSeconds = DEFAULT_TIMEOUT_S, notBefore } = params;
  requireMailbox(call, mailboxId);
  const start = new Date(notBefore === undefined ? run.mailSince : Date.parse(notBefore)).toISOString();
  const seen = new Set<string>();
  const look = (): Passcode | undefined => {
    const fresh = [...newestFirst(service.store, { mailboxId }, start)].filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return newestPasscode(
      fresh.filter(message => isFrom(message, from)),
      pattern,
    );
  };
  const timeoutMs = allowedMs(service, timeoutSeconds * 1000);
  const found = await waitFor(service, 'mail.received', look, { timeoutMs, signal });
  if (found) {
    const { id: messageId, fromAddress, receivedAt } = found.message;
    return { code: found.code, messageId, from: fromAddress, receivedAt };
  }
  const sender = from === undefined ? '' : ` from ${from}`;
  throw new StepFailure(
    'transient',
    `No message${sender} with a passcode came within ${timeoutSeconds} seconds.`,
  );
}

// Without a pattern, finds any usual passcode; with one, takes its match as is.
function newestPasscode(
  messages: readonly StoredMessage[],
  pattern: string | undefined,
): Passcode | undefined {
  if (pattern !== undefined) return newestMatch(messages, pattern);
  for (const message of messages) {
    const code = passcodeOf({ subject: message.subject, text: message.sandbox.body });
    if (code !== undefined) return { message, code };
  }
  return undefined;
}

function newestMatch(messages: readonly StoredMessage[], pattern: string): Passcode | undefined {
  const texts = messages.map(({ subject, sandbox: { body } }) => `${subject ?? ''}\n${body}`);
  try {
    const { index, match } = firstMatch(pattern, texts) ?? {};
    const message = messages[index ?? -1];
    const code = (match?.slice(1).find(Boolean) ?? match?.[0] ?? '').replaceAll(/\s/g, '');
    return message && code !== '' ? { message, code } : undefined;
  } catch (error) {
    throw new StepFailure('client_error', `params.pattern: ${toError(error).message}`);
  }
}

function findMessage(call: StepCall<FindParams>): StepOutput {
  const { mailboxId, where, optional = false } = call.params;
  requireMailbox(call, mailboxId);
  for (const message of newestFirst(call.service.store, { mailboxId })) {
    if (!meets(message, where)) continue;
    const { id: messageId, subject, preview } = message;
    return { found: true, messageId, subject, preview };
  }
  if (optional) return { found: false, messageId: null, subject: null, preview: null };
  throw new StepFailure('logic', 'No message of the mailbox meets the condition.');
}

// Yields the messages received at `start` or later, in batches.
function* newestFirst({ messages }: Store, where: Where, start?: string): Generator<StoredMessage> {
  const query = { where, from: { receivedAt: start }, orderBy: 'receivedAt', limit: BATCH_SIZE };
  let batch = messages.list(query);
  while (batch.length > 0) {
    yield* batch;
    batch = messages.list({ ...query, after: batch.at(-1)?.id });
  }
}

// A sender may include a name, as in `Shop <no-reply@shop.example>`.
function isFrom({ fromAddress }: StoredMessage, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const sender = fromAddress ?? '';
  const address = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender;
  return address.trim().toLowerCase() === wanted.toLowerCase();
}

function meets(message: StoredMessage, condition: Condition): boolean {
  if ('hasOtp' in condition) return (message.hasOtp === true) === condition.hasOtp;
  if ('all' in condition) return condition.all.every(part => meets(message, part));
  if ('any' in condition) return condition.any.some(part => meets(message, part));
  if ('not' in condition) return !meets(message, condition.not);
  return (message[condition.field] ?? '').toLowerCase().includes(condition.contains.toLowerCase());
}

function requireMailbox({ service }: StepCall, mailboxId: string): void {
  if (!service.store.mailboxes.get(mailboxId))
    throw new StepFailure('invalid_config', `There is no mailbox with the id ${mailboxId}.`);
}

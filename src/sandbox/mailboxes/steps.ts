import { findPasscode } from '../../util/passcode.ts';
import { boundedMatch } from '../boundedMatch.ts';
import { atOnce, type StepCall, StepFailure, type StepKinds, type StepOutput } from '../step.ts';
import type { StoredMessage } from '../store/stored.ts';
import { waitFor } from '../waitFor.ts';

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

const DEFAULT_TIMEOUT_S = 120;
/** Messages that a search looks through, newest first. */
const LOOKED_THROUGH = 1000;

/** What carries out the methods that wait for mail and search it. */
export const mailboxSteps: StepKinds = {
  'mailbox.waitForPasscode': { repeatable: true, run: waitForPasscode },
  'mailbox.findMessage': atOnce(true, findMessage),
};

async function waitForPasscode(call: StepCall): Promise<StepOutput> {
  const params = call.params as unknown as WaitParams;
  const { service, signal, run } = call;
  const { timeoutSeconds = DEFAULT_TIMEOUT_S, notBefore } = params;
  known(call, params.mailboxId);
  const from = new Date(notBefore === undefined ? run.startedAt : Date.parse(notBefore)).toISOString();
  const look = (): StepOutput | undefined => newestPasscode(call, params, from);
  const timeoutMs = timeoutSeconds * 1000 * service.settings.timeScale;
  const output = await waitFor(service, 'mail.received', look, { timeoutMs, signal });
  if (output) return output;
  const whose = params.from === undefined ? '' : ` from ${params.from}`;
  throw new StepFailure(
    'transient',
    `No message${whose} with a passcode came within ${timeoutSeconds} seconds.`,
  );
}

function newestPasscode({ service }: StepCall, params: WaitParams, from: string): StepOutput | undefined {
  const messages = service.store.messages.list({
    where: { mailboxId: params.mailboxId },
    contains: { fromAddress: params.from },
    from: { receivedAt: from },
    orderBy: 'receivedAt',
    limit: LOOKED_THROUGH,
  });
  for (const message of messages) {
    const code = codeIn(message, params.pattern);
    if (code === undefined) continue;
    const { id: messageId, fromAddress, receivedAt } = message;
    return { code, messageId, from: fromAddress, receivedAt };
  }
  return undefined;
}

// The default pattern of the catalogue means any passcode; one of the caller's own is taken as it is.
function codeIn(
  { subject, sandbox: { body } }: StoredMessage,
  pattern: string | undefined,
): string | undefined {
  if (pattern === undefined) return findPasscode(subject, body);
  try {
    const match = boundedMatch(pattern, `${subject ?? ''}\n${body}`);
    return match?.slice(1).find(Boolean) ?? match?.[0].replaceAll(/\s/g, '');
  } catch (error) {
    throw new StepFailure('client_error', `params.pattern: ${(error as Error).message}`);
  }
}

function findMessage(call: StepCall): StepOutput {
  const { mailboxId, where, optional = false } = call.params as unknown as FindParams;
  known(call, mailboxId);
  const { messages } = call.service.store;
  const newest = messages.list({ where: { mailboxId }, orderBy: 'receivedAt', limit: LOOKED_THROUGH });
  const message = newest.find(one => meets(one, where));
  if (message) {
    const { id: messageId, subject, preview } = message;
    return { found: true, messageId, subject, preview };
  }
  if (optional) return { found: false, messageId: null, subject: null, preview: null };
  throw new StepFailure('logic', 'No message of the mailbox meets the condition.');
}

function meets(message: StoredMessage, condition: Condition): boolean {
  if ('hasOtp' in condition) return (message.hasOtp === true) === condition.hasOtp;
  if ('all' in condition) return condition.all.every(one => meets(message, one));
  if ('any' in condition) return condition.any.some(one => meets(message, one));
  if ('not' in condition) return !meets(message, condition.not);
  return (message[condition.field] ?? '').toLowerCase().includes(condition.contains.toLowerCase());
}

function known({ service }: StepCall, mailboxId: string): void {
  if (!service.store.mailboxes.get(mailboxId))
    throw new StepFailure('invalid_config', `There is no mailbox with the id ${mailboxId}.`);
}

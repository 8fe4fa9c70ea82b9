import { pages } from '../../client/pages.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { chooseId } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import { linesOf } from '../lineArgument.ts';
import { inSandbox } from './sandboxClient.ts';
import type { SandboxServices } from './sandboxServices.ts';

const PAGE_SIZE = 100;
/** Maximum lengths in mail (RFC 5321 and 5322). */
const LONGEST_ADDRESS = 320;
const LONGEST_SUBJECT = 998;

const KINDS = [
  {
    label: '$(key) With a Passcode',
    detail: 'A new one, in place of {code} or in front of the text',
    passcode: true,
    subject: 'Your sign-in code is {code}',
  },
  {
    label: '$(mail) Without a Passcode',
    passcode: false,
    subject: 'Your order is on its way',
  },
] as const;

/** Delivers an email to a mailbox of the sandbox, and offers to copy its passcode. */
export const deliverMail = inSandbox(async (services, client, argument) => {
  const [line] = linesOf('mailbox', argument);
  const mailboxId =
    line?.record.id ?? (await chooseId('Deliver Mail (1/5): Mailbox', mailboxChoices(services)));
  if (mailboxId === undefined) return;
  const kind = await dialogs.showQuickPick(KINDS, { title: 'Deliver Mail (2/5)' });
  if (!kind) return;
  const fromAddress = await ask('Deliver Mail (3/5): Sender', 'no-reply@shop.example', LONGEST_ADDRESS);
  if (fromAddress === undefined) return;
  const subject = await ask('Deliver Mail (4/5): Subject', kind.subject, LONGEST_SUBJECT);
  if (subject === undefined) return;
  const text = await dialogs.showInputBox({
    title: 'Deliver Mail (5/5): Text',
    prompt: kind.passcode ? '{code} stands for the passcode; may be empty' : 'May be empty',
    ignoreFocusOut: true,
  });
  if (text === undefined) return;
  const body = { fromAddress, subject, text, passcode: kind.passcode };
  const { data } = (await client.deliverMessage({ params: { mailboxId }, body })).value;
  services.messages.expire(mailboxId);
  if (services.session.connection?.kind === 'sandbox') void services.mailboxes.refresh();
  void offerPasscode(services, data.code);
});

async function* mailboxChoices({ clients }: SandboxServices): AsyncGenerator<readonly Choice[]> {
  // The views may show another connection, but the mailbox must belong to the sandbox.
  const client = await clients.open(SANDBOX, () => undefined);
  if (!client) return;
  const query = { pageSize: PAGE_SIZE };
  yield* choicesOf(pages(client.listMailboxes, { query }), ({ id, address, label, status }) => ({
    id,
    label: address ?? id,
    description: [label, status].filter(Boolean).join(' · '),
  }));
}

async function ask(title: string, value: string, longest: number): Promise<string | undefined> {
  const text = await dialogs.showInputBox({
    title,
    value,
    ignoreFocusOut: true,
    validateInput: given =>
      given.trim() === '' || given.length > longest ? `Enter 1 to ${longest} characters.` : undefined,
  });
  return text?.trim();
}

async function offerPasscode({ secretClipboard }: SandboxServices, code: string | null): Promise<void> {
  if (code === null) {
    void dialogs.showInformationMessage('The mail was delivered.');
    return;
  }
  const copy = 'Copy Passcode';
  const choice = await dialogs.showInformationMessage('The mail with a passcode was delivered.', copy);
  if (choice === copy) await secretClipboard.copyPasscode(code);
}

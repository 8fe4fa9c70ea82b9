import type { Services } from '../commandServices.ts';
import { pages } from '../../client/pages.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { numberedTitles } from '../../util/numberedTitles.ts';
import { chooseId } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { inSandbox } from './sandboxClient.ts';

const PAGE_SIZE = 100;
/** Maximum lengths in mail (RFC 5321 and 5322). */
const MAX_ADDRESS_LENGTH = 320;
const MAX_SUBJECT_LENGTH = 998;

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
export const deliverMail = inSandbox(async (services, client, row: CommandRow | undefined) => {
  const titleOf = numberedTitles('Deliver Mail', row ? 4 : 5);
  const mailboxId = row?.record.id ?? (await chooseId(titleOf('Mailbox'), mailboxChoices(services)));
  if (mailboxId === undefined) return;
  const kind = await dialogs.showQuickPick(KINDS, { title: titleOf('Kind') });
  if (!kind) return;
  const fromAddress = await ask(titleOf('Sender'), 'no-reply@shop.example', MAX_ADDRESS_LENGTH);
  if (fromAddress === undefined) return;
  const subject = await ask(titleOf('Subject'), kind.subject, MAX_SUBJECT_LENGTH);
  if (subject === undefined) return;
  const text = await dialogs.showInputBox({
    title: titleOf('Text'),
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

async function* mailboxChoices({ clients }: Services): AsyncGenerator<readonly Choice[]> {
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

async function offerPasscode({ secretClipboard }: Services, code: string | null): Promise<void> {
  if (code === null) {
    void dialogs.showInformationMessage('The mail was delivered.');
    return;
  }
  const copy = 'Copy Passcode';
  const choice = await dialogs.showInformationMessage('The mail with a passcode was delivered.', copy);
  if (choice === copy) await secretClipboard.copyPasscode(code);
}

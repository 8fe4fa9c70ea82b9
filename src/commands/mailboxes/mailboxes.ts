import type { CommandRow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { dialogs } from '../../host/dialogs.ts';
import { ALL_MESSAGES, readMessages } from '../../stores/mailboxStore.ts';
import { readNewestPasscode } from '../../stores/newestPasscode.ts';
import { readWholeMessage } from '../../stores/wholeMessage.ts';
import { passcodeOf } from '../../util/passcodes/passcode.ts';
import { askNumber, chooseId, withCancel } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import { forRow } from '../givenArguments.ts';
import { readMessageIds, passcodeArriving, passcodeReader } from '../../stores/passcodeWait.ts';

const HOUR_MS = 3_600_000;
const POLL_MS = 2000;
const DEFAULT_WAIT_S = 120;
const MAX_WAIT_S = 3600;
const NO_PASSCODE = 'The text that the service returns of this message has no passcode.';

/** Reads mailboxes and messages again. */
export async function refreshMailboxes({ session, mailboxes, messages }: Services): Promise<void> {
  session.require();
  messages.expire();
  await mailboxes.refresh();
}

/** Prompts for a filter: all messages, those with words or a passcode, recent ones, or those from a sender. */
export async function filterMessages({ session, messages }: Services): Promise<void> {
  session.require();
  const since = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const picked = await dialogs.showQuickPick(
    [
      { label: '$(list-flat) All', filter: ALL_MESSAGES },
      { label: '$(search) With words in subject or sender…', ask: askWords },
      { label: '$(key) With a passcode', filter: { ...messages.filter, onlyPasscodes: true } },
      { label: '$(history) From the last hour', filter: { ...messages.filter, since: since(1) } },
      { label: '$(calendar) From the last day', filter: { ...messages.filter, since: since(24) } },
      { label: '$(person) From a sender…', ask: askSender },
    ],
    { title: 'Show Messages' },
  );
  if (!picked) return;
  const filter = picked.ask ? await picked.ask(messages.filter) : picked.filter;
  if (filter) messages.show(filter);
}

type MessageFilter = typeof ALL_MESSAGES;

async function askWords(filter: MessageFilter): Promise<MessageFilter | undefined> {
  const search = await dialogs.showInputBox({
    title: 'Search Messages',
    prompt: 'Words in the subject or the sender. Leave empty to show all messages.',
    value: filter.search,
  });
  return search === undefined ? undefined : { ...filter, search: search.trim() };
}

async function askSender(filter: MessageFilter): Promise<MessageFilter | undefined> {
  const from = await dialogs.showInputBox({
    title: 'Show Messages from a Sender',
    prompt: 'Part of the address. Leave empty to show all senders.',
    value: filter.from,
  });
  return from === undefined ? undefined : { ...filter, from: from.trim() };
}

/** Copies the newest passcode in all mailboxes. */
export async function copyPasscode(services: Services): Promise<void> {
  services.session.require();
  const message = await readNewestPasscode(await services.session.client(), services.mailboxes);
  if (message) await copyPasscodeOf(services, message);
  else void dialogs.showInformationMessage('There is no message with a passcode in these mailboxes.');
}

export const copyMessagePasscode = forRow('Select a message in the Mailboxes view first.', copyPasscodeOf);

async function copyPasscodeOf(services: Services, message: MailboxMessage): Promise<void> {
  const { secretClipboard, messageMarks } = services;
  const code = await readPasscode(services, message);
  if (code === undefined) return;
  await secretClipboard.copyPasscode(code);
  await messageMarks.markRead(message);
}

/** Returns the passcode of a message, which is read if its preview has none; says so if there is none. */
export async function readPasscode(
  { session }: Services,
  message: MailboxMessage,
): Promise<string | undefined> {
  const code = passcodeOf(message) ?? passcodeOf(await readWholeMessage(await session.client(), message));
  if (code === undefined) void dialogs.showInformationMessage(NO_PASSCODE);
  return code;
}

export const copyMailboxAddress = forRow(
  'Select a mailbox in the view Mailboxes first.',
  async (_, { address }) => {
    if (typeof address !== 'string' || address === '') {
      void dialogs.showInformationMessage('The service does not provide the address of this mailbox.');
      return;
    }
    await vscode.env.clipboard.writeText(address);
    dialogs.setStatusBarMessage('Copied the address.', 3000);
  },
);

/** Waits until a mailbox receives a message with a passcode, and copies the passcode. */
export async function waitForPasscode(services: Services, row: CommandRow | undefined): Promise<void> {
  services.session.require();
  const mailboxId = row?.record.id ?? (await chooseId('Wait for Passcode', mailboxChoices(services)));
  if (mailboxId === undefined) return;
  const client = await services.session.client();
  const ending = new AbortController();
  const read = passcodeReader(client, mailboxId, { signal: ending.signal });
  // Read before the prompt, so that a message that arrives meanwhile counts as new.
  const before = readMessageIds(read);
  const seconds = await askNumber({
    title: 'Wait for Passcode',
    prompt: 'How long to wait, in seconds',
    value: DEFAULT_WAIT_S,
    min: 1,
    max: MAX_WAIT_S,
    unit: 'seconds',
  });
  if (seconds === undefined) {
    ending.abort();
    return;
  }
  const until = Date.now() + seconds * 1000;
  const arrived = await withCancel('Waiting for a passcode', async (canceled, progress) => {
    canceled.addEventListener('abort', () => ending.abort());
    const onPause = (): void => progress(`${Math.max(0, Math.ceil((until - Date.now()) / 1000))} s left`);
    const { signal } = ending;
    return passcodeArriving(read, await before, { pollMs: POLL_MS, until, signal, onPause });
  });
  if (ending.signal.aborted) return;
  services.messages.expire(mailboxId);
  if (!arrived) {
    void dialogs.showWarningMessage(`No passcode arrived within ${seconds} seconds.`);
    return;
  }
  await services.secretClipboard.copyPasscode(arrived.code);
  await services.messageMarks.markRead({ ...arrived.message, mailboxId });
}

/** Marks all messages of a mailbox as read, also those that its list does not show yet. */
export const markMessagesRead = forRow(
  'Select a mailbox in the view Mailboxes first.',
  async ({ session, messages, messageMarks }, { id }) => {
    const client = await session.client();
    const { items } = await readMessages(client, id, ALL_MESSAGES, undefined, new AbortController().signal);
    await messageMarks.markAllRead(id, items);
    messages.expire(id);
  },
);

function mailboxChoices({ mailboxes }: Services): Choices {
  return choicesOf(mailboxes.all(), ({ id, address, label }) => ({
    id,
    label: address ?? id,
    description: label ?? '',
  }));
}

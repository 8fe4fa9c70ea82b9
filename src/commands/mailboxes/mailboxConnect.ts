import type { Services } from '../commandServices.ts';
import { ApiError } from '../../client/failure.ts';
import { Limits } from '../../contract/limits.ts';
import { dialogs } from '../../host/dialogs.ts';
import { type ErrorButton, reportFailure } from '../../appState/report.ts';
import { Command } from '../../manifest.ts';
import { isOver, type PendingMailbox } from '../../stores/pendingMailbox.ts';
import type { Asked } from '../../stores/pendingMailboxStore.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
import { chooseId, confirmed, done, withCancel } from '../prompts/ask.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { waitUntilRetry } from '../prompts/repeat.ts';

const OVER = {
  expired: 'Consent was not given in time.',
  removed: 'This mailbox was denied in the browser, or removed.',
} as const;

/** Prompts for a label and requests a Gmail connection. For an ended request, the new one takes its place. */
export async function connectMailbox(services: Services, row: CommandRow | undefined): Promise<void> {
  const { session, pendingMailboxes } = services;
  session.require();
  const before = row && pendingMailboxes.byId(row.record.id);
  await begin(services, before?.label ?? '', before && isOver(before) ? before.id : undefined);
}

/** Opens the consent page again, or repeats a request that got no response. */
export async function resumeMailbox(services: Services, row: CommandRow | undefined): Promise<void> {
  services.session.require();
  const waiting = services.pendingMailboxes.items.filter(pending => !isOver(pending));
  const id = await chosen('Resume Connecting Mailbox', waiting, row);
  if (id !== undefined) await proceed(services, id);
}

/** Deletes pending mailboxes with their secrets; several only after confirmation. */
export async function cancelMailbox(services: Services, rows: readonly CommandRow[]): Promise<void> {
  services.session.require();
  const { pendingMailboxes } = services;
  if (rows.length > 1) {
    const question = `Cancel connecting ${rows.length} mailboxes?`;
    if (
      !(await confirmed(question, 'Their secrets are deleted, so they can no longer be connected.', 'Forget'))
    )
      return;
    for (const { record } of rows) await pendingMailboxes.remove(record.id);
    done(`Forgot ${rows.length} mailboxes.`);
    return;
  }
  const id = await chosen('Cancel Connecting Mailbox', pendingMailboxes.items, rows[0]);
  if (id === undefined) return;
  await pendingMailboxes.remove(id);
  done('Forgot the mailbox; it can no longer be connected.');
}

/** Copies the secret, which a consent page may ask for, for example in another browser. */
export async function copyConsentSecret(services: Services, row: CommandRow | undefined): Promise<void> {
  services.session.require();
  const waiting = services.pendingMailboxes.items.filter(pending => !isOver(pending));
  const id = await chosen('Copy Secret for Consent Page', waiting, row);
  if (id === undefined) return;
  await services.secretClipboard.copySecret(await services.pendingMailboxes.secret(id));
  done('Copied the secret; the consent page may ask for it.');
}

async function begin(services: Services, label: string, inPlaceOf: string | undefined): Promise<void> {
  const { session, pendingMailboxes } = services;
  const text = await dialogs.showInputBox({
    title: 'Connect Gmail Mailbox',
    prompt: 'Optional label for the mailbox. Your browser then asks for your consent.',
    placeHolder: 'Sign-up tests',
    value: label,
    ignoreFocusOut: true,
    validateInput: labelProblem,
  });
  if (text === undefined) return;
  // If the service cannot be reached, no pending mailbox must remain.
  await session.client();
  const { id } = await pendingMailboxes.begin(text.trim());
  if (inPlaceOf !== undefined) await pendingMailboxes.remove(inPlaceOf);
  await proceed(services, id);
}

// The idempotency key prevents a repeated request from creating a second mailbox.
async function proceed(services: Services, id: string): Promise<void> {
  const { pendingMailboxes, log } = services;
  const label = pendingMailboxes.byId(id)?.label ?? '';
  try {
    const asked = await withCancel('Connecting a Gmail mailbox', signal => pendingMailboxes.ask(id, signal));
    await follow(services, id, label, asked);
  } catch (error) {
    await reportFailure(error, log, offers(services, id, label, error));
  }
}

async function follow(services: Services, id: string, label: string, asked: Asked): Promise<void> {
  switch (asked.kind) {
    case 'usable':
      done(`${asked.address ?? 'The mailbox'} is connected.`);
      return;
    case 'over': {
      const connectAgain = 'Connect Again';
      if ((await dialogs.showInformationMessage(OVER[asked.why], connectAgain)) !== connectAgain) return;
      await begin(services, label, id);
      return;
    }
    case 'waiting': {
      if (asked.redirectUrl === null) {
        done('The service is still connecting the mailbox; the Mailboxes view shows when it is ready.');
        return;
      }
      const page = await services.pendingMailboxes.page(id, asked.redirectUrl);
      if (await services.openPage(page)) done('Allow the mailbox in your browser.');
      else void dialogs.showWarningMessage('The page was not opened. Resume from the Mailboxes view.');
    }
  }
}

// Temporary failures are retried with the same key after the time in `Retry-After`; a final refusal needs a new request
// (spec 4.1 rule 4, 4.1 rule 5).
function offers(services: Services, id: string, label: string, error: unknown): ErrorButton[] {
  if (!(error instanceof ApiError)) return [];
  if (error.retryable) {
    const until = Date.now() + (error.retryAfterMs ?? 0);
    const tryAgain = async (): Promise<void> => {
      if (await waitUntilRetry(until, 'Connecting a Gmail mailbox')) await proceed(services, id);
    };
    const giveUp = (): Promise<void> => services.pendingMailboxes.remove(id);
    return [
      { title: 'Try Again', run: tryAgain },
      { title: 'Give Up', run: giveUp },
    ];
  }
  const { failure } = error;
  if (failure.kind !== 'refused' || failure.body !== 'mailbox') return [];
  if (failure.code === 'gmail_already_connected') {
    const refresh = async (): Promise<unknown> => services.run(Command.refreshMailboxes);
    return [{ title: 'Refresh Mailboxes', run: refresh }];
  }
  return failure.status === 409 || failure.status === 422
    ? [{ title: 'Start Again', run: () => begin(services, label, undefined) }]
    : [];
}

async function chosen(
  title: string,
  items: readonly PendingMailbox[],
  row: CommandRow | undefined,
): Promise<string | undefined> {
  if (row) return row.record.id;
  const [only] = items;
  if (!only) {
    void dialogs.showInformationMessage('No mailbox is waiting to be connected.');
    return undefined;
  }
  if (items.length === 1) return only.id;
  const choices = items.map(({ id, label, since }) => ({
    id,
    label: label === '' ? 'Gmail mailbox' : label,
    description: `since ${relativeTimestamp(since, Date.now())}`,
  }));
  return chooseId(title, choices);
}

function labelProblem(text: string): string | undefined {
  const { length } = text.trim();
  return length <= Limits.mailboxLabel
    ? undefined
    : `A label has at most ${Limits.mailboxLabel} characters; this one has ${length}.`;
}

import type { BILLING_PREFERENCES } from '../../contract/mailboxValues.ts';
import { Limits } from '../../contract/limits.ts';
import type { Mailbox } from '../../contract/records/mailbox.ts';
import type { Client } from '../../client/client.ts';
import { mailboxName } from '../../flow/recordNames.ts';
import { dialogs } from '../../host/dialogs.ts';
import { callOnce } from '../../stores/callOnce.ts';
import { readCapacity, readyMailbox } from '../../stores/mailboxLifecycle.ts';
import { secureUrl } from '../../util/loopback.ts';
import { plainText } from '../../util/plainText.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
import { cancelQuestion, capacityText, hasIncluded, paidQuestion } from '../../wording/mailboxPlans.ts';
import type { Services } from '../commandServices.ts';
import { forRow } from '../givenArguments.ts';
import { confirmed, done, withCancel } from '../prompts/ask.ts';

const HINT = 'Select a mailbox in the view Mailboxes first.';
const POLL_MS = 2000;
const MAX_WAIT_MS = 120_000;
/** The maximum length of the part of an address before the `@` (RFC 5321). */
const MAX_LOCAL_PART = 64;

type Preference = (typeof BILLING_PREFERENCES)[number];

/** Creates a mailbox with an address of the service; a paid one only after a question. */
export async function createMailbox(services: Services): Promise<void> {
  const { id } = services.session.require();
  const client = await services.session.client();
  const billingPreference = await choosePreference('create', 'New Mailbox', client);
  if (!billingPreference) return;
  const localPart = await dialogs.showInputBox({
    title: 'New Mailbox: Address',
    prompt: 'The part before the @. Leave it empty for a random address.',
    placeHolder: 'signup-tests',
    ignoreFocusOut: true,
    validateInput: localPartProblem,
  });
  if (localPart === undefined) return;
  const label = await askLabel('New Mailbox: Label', '');
  if (label === undefined) return;
  const body = {
    billingPreference,
    ...(localPart.trim() === '' ? {} : { localPart: localPart.trim() }),
    ...(label === '' ? {} : { label }),
  };
  const { value } = await callOnce([id, 'createMailbox', body], idempotencyKey =>
    client.createMailbox({ body }, { idempotencyKey }),
  );
  await follow(services, client, value.data);
}

/** Restarts an archived mailbox; as a paid one only after a question. */
export const restartMailbox = forRow(HINT, async (services, { id }) => {
  const client = await services.session.client();
  const billingPreference = await choosePreference('restart', 'Restart Mailbox', client);
  if (!billingPreference) return;
  const call = { params: { mailboxId: id }, body: { billingPreference } };
  const { data } = (await client.restartMailbox(call)).value;
  await follow(services, client, data);
});

/** Changes or clears the label of a mailbox. */
export const renameMailbox = forRow(HINT, async ({ session, mailboxes }, { id, label }) => {
  const before = typeof label === 'string' ? label : '';
  const given = await askLabel('Rename Mailbox', before);
  if (given === undefined || given === before) return;
  const client = await session.client();
  await client.renameMailbox({ params: { mailboxId: id }, body: { label: given === '' ? null : given } });
  await mailboxes.refresh();
  done(given === '' ? 'The mailbox has no label now.' : `Renamed the mailbox to “${given}”.`);
});

/** Cancels a mailbox after a question that says when it ends. */
export const endMailbox = forRow(HINT, async ({ session, mailboxes }, mailbox: Mailbox) => {
  const name = shownName(mailbox);
  const { question, detail, verb } = cancelQuestion(mailbox, name, Date.now());
  if (!(await confirmed(question, detail, verb))) return;
  const client = await session.client();
  const { data } = (await client.cancelMailbox({ params: { mailboxId: mailbox.id } })).value;
  await mailboxes.refresh();
  const { status, currentPeriodEnd } = data;
  const end = currentPeriodEnd ? relativeTimestamp(currentPeriodEnd, Date.now()) : 'with its billing period';
  done(status === 'cancel_scheduled' ? `“${name}” ends ${end}.` : `“${name}” is canceled.`);
});

/** Undoes the cancellation of a mailbox that has not ended yet. */
export const undoMailboxEnd = forRow(HINT, async ({ session, mailboxes }, mailbox: Mailbox) => {
  const client = await session.client();
  await client.uncancelMailbox({ params: { mailboxId: mailbox.id } });
  await mailboxes.refresh();
  done(`“${shownName(mailbox)}” continues.`);
});

/** Opens the page on which a mailbox is paid for. */
export const payForMailbox = forRow(HINT, async (services, { checkoutUrl }) => {
  if (typeof checkoutUrl === 'string' && checkoutUrl !== '') await openPayment(services, checkoutUrl);
  else void dialogs.showInformationMessage('The service provides no page to pay for this mailbox.');
});

/** Asks how a mailbox is paid for. A paid one is confirmed, and an included one never becomes paid. */
async function choosePreference(
  what: 'create' | 'restart',
  title: string,
  client: Client,
): Promise<Preference | undefined> {
  const capacity = await readCapacity(client);
  const left = capacityText(capacity);
  if (hasIncluded(capacity)) {
    const included: Preference = 'included_only';
    const picked = await dialogs.showQuickPick(
      [
        { label: '$(inbox) Included in the Plan', description: left ?? '', preference: included },
        {
          label: '$(credit-card) Paid…',
          description: 'Asks before anything is charged',
          preference: undefined,
        },
      ],
      { title },
    );
    if (!picked) return undefined;
    if (picked.preference) return picked.preference;
  }
  const { question, detail, verb } = paidQuestion(what, capacity);
  return (await confirmed(question, detail, verb)) ? 'rent' : undefined;
}

async function follow(services: Services, client: Client, mailbox: Mailbox): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS;
  const latest =
    mailbox.status === 'provisioning'
      ? await withCancel('Waiting for the mailbox', signal =>
          readyMailbox(client, mailbox, { pollMs: POLL_MS, until, signal }),
        )
      : mailbox;
  await services.mailboxes.refresh();
  const name = shownName(latest);
  const { status, checkoutUrl } = latest;
  if (status === 'active') {
    done(`“${name}” is ready.`);
    return;
  }
  if (status !== 'awaiting_payment' || !checkoutUrl) {
    done(`The service is creating “${name}”; the Mailboxes view shows when it is ready.`);
    return;
  }
  const pay = 'Open Payment Page';
  const choice = await dialogs.showInformationMessage(`“${name}” is ready once you have paid for it.`, pay);
  if (choice === pay) await openPayment(services, checkoutUrl);
}

async function openPayment({ openPage }: Services, address: string): Promise<void> {
  const url = secureUrl(address);
  if (!url)
    throw new Error('The payment page of the service is not at a safe web address, so it was not opened.');
  if (await openPage(url.href)) done('Pay for the mailbox in your browser.');
}

async function askLabel(title: string, value: string): Promise<string | undefined> {
  const text = await dialogs.showInputBox({
    title,
    prompt: 'A label of your own. Leave it empty for none.',
    placeHolder: 'Sign-up tests',
    value,
    ignoreFocusOut: true,
    validateInput: given =>
      given.trim().length <= Limits.mailboxLabel
        ? undefined
        : `A label has at most ${Limits.mailboxLabel} characters; this one has ${given.trim().length}.`,
  });
  return text?.trim();
}

// The service decides which characters an address may have.
function localPartProblem(text: string): string | undefined {
  const part = text.trim();
  if (part.length > MAX_LOCAL_PART) return `It has at most ${MAX_LOCAL_PART} characters.`;
  return /[\s@]/.test(part) ? 'Enter only the part before the @, without spaces.' : undefined;
}

function shownName(mailbox: Mailbox): string {
  return plainText(mailboxName(mailbox));
}

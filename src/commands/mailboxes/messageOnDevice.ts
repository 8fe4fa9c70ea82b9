import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { deviceName } from '../../flow/recordNames.ts';
import type { Target } from '../../client/eachTarget.ts';
import { deviceSummary } from '../../wording/deviceLabels.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readWholeMessage } from '../../stores/wholeMessage.ts';
import { readMail } from '../../util/mailText.ts';
import { withoutPasscode } from '../../util/passcodes/passcode.ts';
import { plainText } from '../../util/plainText.ts';
import type { Services } from '../commandServices.ts';
import { deviceChoices } from '../devices/perDevice.ts';
import { forRow } from '../givenArguments.ts';
import { chooseRecords, confirmed, done } from '../prompts/ask.ts';
import type { Choice } from '../prompts/choices.ts';
import { readPasscode } from './mailboxes.ts';

/** The maximum number of characters of an address or a text in the list of links. */
const MAX_SHOWN = 100;

const HINT = 'Select a message in the Mailboxes view first.';

/** Types the passcode of a message into the focused field of a device. */
export const typeMessagePasscode = forRow(HINT, async (services, message: MailboxMessage) => {
  const text = await readPasscode(services, message);
  if (text === undefined) return;
  const device = await chooseDevice(services, 'Type Passcode on Device');
  if (!device) return;
  const inFront = services.devicePanels.inFrontOf(services.scope);
  if (inFront?.deviceId === device.id)
    await inFront.perform({ kind: 'text', text, stealth: false, secret: true });
  else {
    const client = await services.session.client();
    await client.typeText({ params: { deviceId: device.id }, body: { text } });
  }
  await services.messageMarks.markRead(message);
  done(`Typed the passcode on “${device.name}”.`);
});

/** Opens a link of a message on a device; one that is not encrypted only after a question. */
export const sendLinkToDevice = forRow(HINT, async (services, message: MailboxMessage) => {
  const link = await chooseLink(await readWholeMessage(await services.session.client(), message));
  if (!link) return;
  const device = await chooseDevice(services, 'Open Link on Device');
  if (!device) return;
  const { address, label } = link;
  if (!/^https:/i.test(address)) {
    const detail = `${label}\nOthers on the network can read and change what is sent.`;
    if (!(await confirmed('Open a link that is not encrypted?', detail, 'Open'))) return;
  }
  const client = await services.session.client();
  const inFront = services.devicePanels.inFrontOf(services.scope);
  const display = inFront?.deviceId === device.id ? inFront.screen.display : 0;
  await client.openDeepLink({
    params: { deviceId: device.id },
    headers: { 'x-device-display-id': display },
    body: { deepLink: address },
  });
  await services.messageMarks.markRead(message);
  done(`Opened the link on “${device.name}”.`);
});

/** Prompts for a link of a message by its host and path, without passcodes. */
async function chooseLink(
  message: MailboxMessage,
): Promise<{ readonly address: string; readonly label: string } | undefined> {
  const { links } = readMail(message.preview ?? '');
  if (links.length === 0) {
    void dialogs.showInformationMessage('This message has no link to a web page.');
    return undefined;
  }
  const shown = withoutPasscode({
    ...message,
    labels: links.map(({ address }) => shownAddress(address)),
    texts: links.map(({ text, address }) => (text === address ? '' : plainText(text, MAX_SHOWN))),
  });
  const items = links.map(({ address }, index) => ({
    label: shown.labels[index] ?? '',
    description: shown.texts[index] ?? '',
    address,
  }));
  return dialogs.showQuickPick(items, { title: 'Open Link on Device: Link' });
}

function shownAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return plainText(`${protocol === 'https:' ? '' : `${protocol}//`}${host}${pathname}`, MAX_SHOWN);
}

/** Prompts for a device; the one whose panel is in front is the first. */
async function chooseDevice(services: Services, title: string): Promise<Target | undefined> {
  return (await chooseRecords(title, devicesInOrder(services)))?.[0];
}

async function* devicesInOrder(services: Services): AsyncGenerator<readonly Choice[]> {
  const id = services.devicePanels.inFrontOf(services.scope)?.deviceId;
  if (id !== undefined) {
    const device = services.devices.byId(id) ?? { id };
    yield [{ id, label: deviceName(device), description: ['in front', deviceSummary(device)].join(' · ') }];
  }
  for await (const page of deviceChoices(services)) yield page.filter(choice => choice.id !== id);
}

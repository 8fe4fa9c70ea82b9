import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { deviceName } from '../../flow/namedReferences.ts';
import type { Target } from '../../client/eachTarget.ts';
import { deviceSummary } from '../../wording/deviceLabels.ts';
import type { Services } from '../commandServices.ts';
import { deviceChoices } from '../devices/perDevice.ts';
import { forRow } from '../givenArguments.ts';
import { chooseRecords, done } from '../prompts/ask.ts';
import type { Choice } from '../prompts/choices.ts';
import { shownPasscode } from './mailboxes.ts';

const HINT = 'Select a message in the Mailboxes view first.';

/** Types the passcode of a message into the focused field of a device. */
export const typeMessagePasscode = forRow(HINT, async (services, message: MailboxMessage) => {
  const text = shownPasscode(message);
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

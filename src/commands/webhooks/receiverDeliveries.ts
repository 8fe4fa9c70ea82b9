import type { Services } from '../commandServices.ts';
import { dialogs } from '../../host/dialogs.ts';
import { eventTypeOf, type Received } from '../../appState/received.ts';
import { View } from '../../manifest.ts';
import { secureUrl } from '../../util/loopback.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { receivedReport } from '../reports/receivedReport.ts';

/** Opens a report on a received delivery: signature check, response, headers and body. */
export async function showReceived(services: Services, row: CommandRow | undefined): Promise<void> {
  const delivery = chosen(services, row);
  if (!delivery) return;
  const name = `${eventTypeOf(delivery)}.md`;
  await services.documents.openReport(name, receivedReport(delivery), {
    row: { kind: 'received', record: delivery },
  });
}

/** Sends a received delivery again, to the receiver or an entered URL. */
export async function replayReceived(services: Services, row: CommandRow | undefined): Promise<void> {
  const delivery = chosen(services, row);
  if (!delivery) return;
  const url = await chooseTarget(services);
  if (url === undefined) return;
  const location = { viewId: View.webhooks };
  const { status, ms, tooOldSeconds } = await dialogs.withProgress({ location }, () =>
    services.receiver.replay(delivery, url),
  );
  const text = `The delivery was sent again and answered ${status} after ${ms} ms.`;
  if (tooOldSeconds === undefined) void dialogs.showInformationMessage(text);
  else {
    const old = `Its timestamp is now ${tooOldSeconds} s old, and receivers commonly refuse anything older than 300 s.`;
    void dialogs.showWarningMessage(`${text} ${old}`);
  }
}

function chosen({ receiver }: Services, row: CommandRow | undefined): Received | undefined {
  const delivery = receiver.deliveries.find(({ id }) => id === row?.record.id);
  if (!delivery) {
    const text = row
      ? 'The local receiver no longer has this delivery.'
      : 'Select a delivery under the local receiver in the Webhooks view first.';
    void dialogs.showInformationMessage(text);
  }
  return delivery;
}

async function chooseTarget({ receiver }: Services): Promise<string | undefined> {
  const picked = await dialogs.showQuickPick(
    [
      { label: '$(inbox) The Local Receiver', description: receiver.address ?? '', url: receiver.address },
      { label: '$(link-external) Another Address…', description: '', url: undefined },
    ],
    { title: 'Replay Delivery', placeHolder: 'Choose where to send the same headers and body' },
  );
  if (!picked || picked.url !== undefined) return picked?.url;
  const text = await dialogs.showInputBox({
    title: 'Replay Delivery',
    prompt: 'Address of a receiver: https, or http on this computer',
    placeHolder: 'http://127.0.0.1:3000/hook',
    ignoreFocusOut: true,
    validateInput: targetProblem,
  });
  return text?.trim();
}

function targetProblem(text: string): string | undefined {
  if (secureUrl(text)) return undefined;
  return 'Enter an address that begins with https://, or with http:// on this computer.';
}

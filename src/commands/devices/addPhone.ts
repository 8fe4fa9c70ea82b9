import * as vscode from 'vscode';
import type { Device } from '../../contract/records/device.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import { plainText } from '../../util/plainText.ts';
import type { Services } from '../commandServices.ts';
import { inSandbox } from '../sandbox/sandboxClient.ts';
import { adbChoices } from './adbPhones.ts';
import type { PhoneChoice, PhoneGroup } from './phoneChoice.ts';
import { servicePhoneGroups } from './servicePhones.ts';

/** Lists the phones of the adb server and of other connections, and adds one to the sandbox or removes it. */
export const addPhone = inSandbox(async (services, client) => {
  const groups = await servicePhoneGroups(services, client);
  const adb = await adbChoices(client, groups.length > 0);
  if (!adb) return;
  const own = { name: groups.length === 0 ? '' : 'adb server', choices: adb };
  const items = itemsOf([own, ...groups].filter(({ choices }) => choices.length > 0));
  const picked = await dialogs.showQuickPick(items, {
    title: 'Add Phone',
    placeHolder: 'Choose a phone to add, or one that was added to remove it',
    matchOnDescription: true,
  });
  const choice = picked?.choice;
  if (!choice) return;
  if (choice.remove) await remove(services, choice.name, choice.remove);
  else if (choice.add) await add(services, choice, choice.add);
  else await choice.explain?.();
});

function itemsOf(groups: readonly PhoneGroup[]) {
  return groups.flatMap(({ name, choices }) => [
    ...(name === '' ? [] : [{ label: name, kind: vscode.QuickPickItemKind.Separator, choice: undefined }]),
    ...choices.map(choice => ({
      label: `$(${choice.remove ? 'check' : (choice.icon ?? 'device-mobile')}) ${choice.name}`,
      description: choice.description,
      detail: choice.remove ? 'Remove it from the devices of the sandbox' : choice.advice,
      choice,
    })),
  ]);
}

async function add(
  { devices, run }: Services,
  { name: phone, note = '' }: PhoneChoice,
  addToSandbox: () => Promise<Device>,
): Promise<void> {
  const button = 'Add Phone';
  const answer = await dialogs.showWarningMessage(
    `Add ${phone} to the devices of the sandbox?`,
    {
      modal: true,
      detail: `Flows, tests, and the device panel can then see its screen, tap and type on it, start and remove apps, and change its settings and files.\n\n${note}Agents see its screen if the setting “cloudDevices.agents.profile” is “read”, and act on it if it is “devices” or “all”.\n\nYou can remove it at any time.`,
    },
    button,
  );
  if (answer !== button) return;
  const { id, name } = await addToSandbox();
  await devices.refresh();
  const open = 'Open Device Panel';
  const next = await dialogs.showInformationMessage(`${plainText(name ?? phone)} was added.`, open);
  if (next === open) await run(Command.openDevicePanel, { kind: 'device', record: { id } });
}

async function remove(
  { devices }: Services,
  phone: string,
  removeFromSandbox: () => Promise<void>,
): Promise<void> {
  const button = 'Remove Phone';
  const answer = await dialogs.showWarningMessage(
    `Remove ${phone} from the devices of the sandbox?`,
    { modal: true, detail: 'Flows that use it fail until it is added again. Nothing on the phone changes.' },
    button,
  );
  if (answer !== button) return;
  await removeFromSandbox();
  await devices.refresh();
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import type { AdbPhoneList, AdbPhoneRecord } from '../../contract/sandbox/phones.ts';
import { adbPath } from '../../host/settings.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command, SECTION, Setting } from '../../manifest.ts';
import { errorCode, toError } from '../../util/errors.ts';
import { plainText } from '../../util/plainText.ts';
import type { Services } from '../commandServices.ts';
import { inSandbox } from '../sandbox/sandboxClient.ts';

/** The maximum time that the adb server takes to start, in milliseconds. */
const START_MS = 30_000;

/** The states of phones in words, with what the user can do. */
const STATES: Readonly<Record<AdbPhoneRecord['state'], readonly [word: string, advice: string]>> = {
  ready: ['ready', 'Add it to the devices of the sandbox'],
  unauthorized: ['not authorized', 'Unlock the phone and allow USB debugging for this computer'],
  offline: ['offline', 'Reconnect the phone, or turn USB debugging off and on'],
};

type Item = vscode.QuickPickItem & { readonly phone: AdbPhoneRecord };

/** Lists the phones of the adb server, and adds one to the devices of the sandbox or removes it. */
export const addPhone = inSandbox(async (services, client) => {
  const list = await listPhones(client);
  if (!list) return;
  if (list.phones.length === 0) {
    void dialogs.showInformationMessage(
      `The adb server at ${list.server} knows no phone. Start an emulator, or connect a phone by USB and allow USB debugging in its developer options.`,
    );
    return;
  }
  const picked = await dialogs.showQuickPick(list.phones.map(itemOf), {
    title: 'Add Phone',
    placeHolder: 'Choose a phone to add, or one that was added to remove it',
    matchOnDescription: true,
  });
  if (!picked) return;
  const { phone } = picked;
  if (phone.deviceId != null) await remove(services, client, phone, phone.deviceId);
  else if (phone.state === 'ready') await add(services, client, phone);
  else
    void dialogs.showInformationMessage(
      `${nameOf(phone)} is ${STATES[phone.state][0]}. ${STATES[phone.state][1]}.`,
    );
});

/** Lists the phones; without an adb server, offers to start one. */
async function listPhones(client: SandboxClient): Promise<AdbPhoneList | undefined> {
  const { data } = (await client.listAdbPhones({})).value;
  if (data.problem == null) return data;
  const start = 'Start adb Server';
  if ((await dialogs.showWarningMessage(plainText(data.problem), start)) !== start) return undefined;
  if (!(await startServer())) return undefined;
  const later = (await client.listAdbPhones({})).value.data;
  if (later.problem == null) return later;
  void dialogs.showErrorMessage(plainText(later.problem));
  return undefined;
}

/** Starts the adb server. Returns false after an error was shown. */
async function startServer(): Promise<boolean> {
  const path = adbPath();
  try {
    await promisify(execFile)(path, ['start-server'], { timeout: START_MS, windowsHide: true });
    return true;
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    const problem = isMissing
      ? `The program ${path} was not found. Install the Android SDK Platform Tools, or set the path of adb.`
      : `The adb server did not start: ${plainText(toError(error).message, 300)}`;
    const open = 'Open Setting';
    const query = `@id:${SECTION}.${Setting.adbPath}`;
    if ((await dialogs.showErrorMessage(problem, open)) === open)
      await vscode.commands.executeCommand('workbench.action.openSettings', query);
    return false;
  }
}

async function add({ devices, run }: Services, client: SandboxClient, phone: AdbPhoneRecord): Promise<void> {
  const button = 'Add Phone';
  const answer = await dialogs.showWarningMessage(
    `Add ${nameOf(phone)} to the devices of the sandbox?`,
    {
      modal: true,
      detail:
        'Flows, tests, and the device panel can then see its screen, tap and type on it, start and remove apps, and change its settings and files.\n\nAgents see its screen if the setting “cloudDevices.agents.profile” is “read”, and act on it if it is “devices” or “all”.\n\nYou can remove it at any time.',
    },
    button,
  );
  if (answer !== button) return;
  const { id, name } = (await client.addAdbPhone({ body: { serial: phone.serial } })).value;
  await devices.refresh();
  const open = 'Open Device Panel';
  const next = await dialogs.showInformationMessage(`${plainText(name ?? nameOf(phone))} was added.`, open);
  if (next === open) await run(Command.openDevicePanel, { kind: 'device', record: { id } });
}

async function remove(
  { devices }: Services,
  client: SandboxClient,
  phone: AdbPhoneRecord,
  deviceId: string,
): Promise<void> {
  const button = 'Remove Phone';
  const answer = await dialogs.showWarningMessage(
    `Remove ${nameOf(phone)} from the devices of the sandbox?`,
    { modal: true, detail: 'Flows that use it fail until it is added again. Nothing on the phone changes.' },
    button,
  );
  if (answer !== button) return;
  await client.removePhone({ params: { deviceId } });
  await devices.refresh();
}

function itemOf(phone: AdbPhoneRecord): Item {
  const [word, advice] = STATES[phone.state];
  const isAdded = phone.deviceId != null;
  const [name, serial] = [nameOf(phone), plainText(phone.serial)];
  const state = isAdded ? 'added' : word;
  return {
    label: `$(${isAdded ? 'check' : 'device-mobile'}) ${name}`,
    description: name === serial ? state : `${serial} · ${state}`,
    detail: isAdded ? 'Remove it from the devices of the sandbox' : advice,
    phone,
  };
}

function nameOf({ model, serial }: AdbPhoneRecord): string {
  return plainText((model ?? '').replaceAll('_', ' ')) || plainText(serial);
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import type { AdbPhoneList, AdbPhoneRecord } from '../../contract/sandbox/phones.ts';
import { adbPath } from '../../host/settings.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SECTION, Setting } from '../../manifest.ts';
import { counted } from '../../util/counted.ts';
import { errorCode, toError } from '../../util/errors.ts';
import { plainText } from '../../util/plainText.ts';
import type { PhoneChoice } from './phoneChoice.ts';

/** The maximum time that the adb server takes to start, in milliseconds. */
const START_MS = 30_000;

/** The states of phones in words, with what the user can do. */
const STATES: Readonly<Record<AdbPhoneRecord['state'], readonly [word: string, advice: string]>> = {
  ready: ['ready', 'Add it to the devices of the sandbox'],
  unauthorized: ['not authorized', 'Unlock the phone and allow USB debugging for this computer'],
  offline: ['offline', 'Reconnect the phone, or turn USB debugging off and on'],
};

/**
 * Returns the phones of the adb server. If there are none, says why: as a line if `isAmongOthers`, and otherwise in a
 * message, and returns undefined.
 */
export async function adbChoices(
  client: SandboxClient,
  isAmongOthers: boolean,
): Promise<readonly PhoneChoice[] | undefined> {
  const list = await listPhones(client, isAmongOthers);
  if (!list) return undefined;
  if (list.problem != null) return [missingServer(client, list.problem)];
  if (list.phones.length > 0) return list.phones.map(phone => choiceOf(client, phone));
  const problem = `The adb server at ${list.server} knows no phone. Start an emulator, or connect a phone by USB and allow USB debugging in its developer options.`;
  if (isAmongOthers) return [];
  void dialogs.showInformationMessage(problem);
  return undefined;
}

function missingServer(client: SandboxClient, problem: string): PhoneChoice {
  return {
    name: 'Start adb Server',
    description: '',
    advice: plainText(problem),
    icon: 'debug-start',
    explain: async () => {
      if (!(await startServer())) return;
      const { data } = (await client.listAdbPhones({})).value;
      const found = data.phones.length;
      void dialogs.showInformationMessage(
        plainText(
          data.problem ??
            `The adb server runs and knows ${counted(found, 'phone')}. Choose Add Phone… again.`,
        ),
      );
    },
  };
}

/** Lists the phones; without an adb server and other phones, offers to start one. */
async function listPhones(client: SandboxClient, isAmongOthers: boolean): Promise<AdbPhoneList | undefined> {
  const { data } = (await client.listAdbPhones({})).value;
  if (data.problem == null || isAmongOthers) return data;
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

function choiceOf(client: SandboxClient, phone: AdbPhoneRecord): PhoneChoice {
  const [word, advice] = STATES[phone.state];
  const { deviceId, state } = phone;
  const [name, serial] = [nameOf(phone), plainText(phone.serial)];
  const shownState = deviceId == null ? word : 'added';
  return {
    name,
    description: name === serial ? shownState : `${serial} · ${shownState}`,
    advice,
    ...(deviceId == null
      ? {}
      : {
          remove: async () => {
            await client.removePhone({ params: { deviceId } });
          },
        }),
    ...(state === 'ready'
      ? { add: async () => (await client.addAdbPhone({ body: { serial: phone.serial } })).value }
      : {
          explain: () => void dialogs.showInformationMessage(`${name} is ${word}. ${advice}.`),
        }),
  };
}

function nameOf({ model, serial }: AdbPhoneRecord): string {
  return plainText((model ?? '').replaceAll('_', ' ')) || plainText(serial);
}

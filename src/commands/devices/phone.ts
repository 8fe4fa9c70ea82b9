import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import type { Target } from '../../client/eachTarget.ts';
import { APP_PERMISSIONS } from '../../contract/enumerations.ts';
import { Limits } from '../../contract/limits.ts';
import { SetLanguage } from '../../contract/records/deviceSettings.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { dialogs } from '../../host/dialogs.ts';
import { PHONE_ACTS, phoneAct, type PhoneAct } from '../../protocol/phoneAct.ts';
import { counted } from '../../util/counted.ts';
import { readInstalledApps } from '../../stores/installedApps.ts';
import type { Services } from '../commandServices.ts';
import { namingWhatDeviceLacks } from '../connections/notOfferedError.ts';
import { chooseRecords, done } from '../prompts/ask.ts';
import type { Choice } from '../prompts/choices.ts';
import { resolveTargets } from '../prompts/runOnEach.ts';
import {
  deviceChoices,
  deviceNames,
  givenDevices,
  nameOfDevices,
  onEachDevice,
  type Targets,
} from './perDevice.ts';
import { browseFiles } from './phoneFiles.ts';
import { showProfiles } from './phoneProfiles.ts';

/** The languages that are offered; any other one can be typed. */
const LOCALES = [
  'en-US',
  'en-GB',
  'de-DE',
  'fr-FR',
  'es-ES',
  'es-MX',
  'pt-BR',
  'pt-PT',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'tr-TR',
  'ru-RU',
  'uk-UA',
  'ar-EG',
  'he-IL',
  'hi-IN',
  'id-ID',
  'th-TH',
  'vi-VN',
  'ja-JP',
  'ko-KR',
  'zh-Hans-CN',
  'zh-Hant-TW',
];

/** The longest link, in characters. */
const MAX_LINK = 8000;

/** Acts on phones apart from their screens; asks what to do unless that is given. */
export async function actOnPhone(
  services: Services,
  { rows, act }: { readonly rows: readonly CommandRow[]; readonly act: unknown },
): Promise<void> {
  services.session.require();
  const targets = await resolveTargets(
    givenDevices(services, rows),
    () => chooseRecords('Phone: Devices', deviceChoices(services), { many: true }),
    deviceNames(services),
  );
  const [first, ...others] = targets ?? [];
  if (!first) return;
  const devices: Targets = [first, ...others];
  const chosen = phoneAct(act) ? act : await chooseAct(devices);
  if (chosen) await ACTS[chosen](services, devices);
}

type Act = (services: Services, targets: Targets) => Promise<void>;

const ACTS: Readonly<Record<PhoneAct, Act>> = {
  openLink,
  permission: changePermission,
  language: setLanguage,
  timeZone: setTimeZone,
  profile: showProfiles,
  copyClipboard,
  pasteClipboard,
  browseFiles: forFirst(browseFiles),
};

async function chooseAct(targets: Targets): Promise<PhoneAct | undefined> {
  const items = PHONE_ACTS.filter(({ isSingle }) => isSingle !== true || targets.length === 1).map(
    ({ act, label, icon, title }) => ({ label: `$(${icon}) ${label}`, detail: title, act }),
  );
  return (await dialogs.showQuickPick(items, { title: `Phone: ${nameOfDevices(targets)}` }))?.act;
}

async function openLink(services: Services, targets: Targets): Promise<void> {
  const link = await dialogs.showInputBox({
    title: 'Open Link',
    prompt: 'Web address or deep link to open on the device',
    placeHolder: 'https://example.com or maps://berlin',
    ignoreFocusOut: true,
    validateInput: text =>
      text.trim() === '' || isLink(text) ? undefined : 'Enter an address with a scheme, such as https:.',
  });
  if (link === undefined || !isLink(link)) return;
  const inFront = services.devicePanels.inFrontOf(services.scope);
  await onEachDevice(services, 'Open Link', targets, async (client, { id }, signal) => {
    const display = inFront?.deviceId === id ? inFront.screen.display : 0;
    const headers = { 'x-device-display-id': display };
    await client.openDeepLink(
      { params: { deviceId: id }, headers, body: { deepLink: link.trim() } },
      { signal },
    );
    return 'opened the link';
  });
}

function isLink(text: string): boolean {
  return text.length <= MAX_LINK && URL.canParse(text.trim());
}

async function changePermission(services: Services, targets: Targets): Promise<void> {
  const apps = readFirst(services, targets, readInstalledApps).then(found =>
    found.map(({ id, name }): Choice => ({ id, label: name, description: id })),
  );
  const [app] = (await chooseRecords('Permission: App', apps, { anyId: true })) ?? [];
  if (!app) return;
  const items = APP_PERMISSIONS.flatMap(permission => [
    { label: '$(check) Grant', description: permission, permission, isGranted: true },
    { label: '$(close) Revoke', description: permission, permission, isGranted: false },
  ]);
  const picked = await dialogs.showQuickPick(items, { title: `Permission: ${app.name}` });
  if (!picked) return;
  const { permission, isGranted } = picked;
  await onEachDevice(
    services,
    isGranted ? 'Grant Permission' : 'Revoke Permission',
    targets,
    async ({ grantPermission, revokePermission }, { id }, signal) => {
      const input = { params: { deviceId: id, packageName: app.id, permission } };
      await (isGranted ? grantPermission(input, { signal }) : revokePermission(input, { signal }));
      return `${permission} ${isGranted ? 'granted to' : 'revoked from'} ${app.name}`;
    },
  );
}

async function setLanguage(services: Services, targets: Targets): Promise<void> {
  const current = await readFirst(services, targets, async (client, deviceId) => {
    const { value } = await client.getLanguage({ params: { deviceId } });
    return value.locale ?? undefined;
  });
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const nameOf = (locale: string): string => (isLocale(locale) ? (names.of(locale) ?? locale) : locale);
  const locale = await chooseValue('Language', LOCALES, current, nameOf);
  if (locale === undefined) return;
  if (!isLocale(locale)) throw new Error(`“${locale}” is not a language, such as de or pt-BR.`);
  const restart = await dialogs.showQuickPick(
    [
      { label: '$(debug-restart) Restart', description: 'the language applies everywhere', restart: true },
      {
        label: '$(debug-continue) Keep Running',
        description: 'it applies fully after a reboot',
        restart: false,
      },
    ],
    { title: `Language: ${nameOf(locale)}` },
  );
  if (!restart) return;
  await onEachDevice(services, 'Language', targets, async (client, { id }, signal) => {
    const body = { locale, restart: restart.restart };
    await client.setLanguage({ params: { deviceId: id }, body }, { signal });
    return `language set to ${locale}`;
  });
}

function isLocale(text: string): boolean {
  return SetLanguage.safeParse({ locale: text }).success;
}

async function setTimeZone(services: Services, targets: Targets): Promise<void> {
  const current = await readFirst(services, targets, async (client, deviceId) => {
    const { value } = await client.getTimezone({ params: { deviceId } });
    return value.timezone ?? undefined;
  });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = ['UTC', here, ...Intl.supportedValuesOf('timeZone')];
  const timezone = await chooseValue('Time Zone', [...new Set(zones)], current);
  if (timezone === undefined) return;
  await onEachDevice(services, 'Time Zone', targets, async (client, { id }, signal) => {
    await client.setTimezone({ params: { deviceId: id }, body: { timezone } }, { signal });
    return `time zone set to ${timezone}`;
  });
}

/** Prompts for one of several values, the current one first, or another one that is typed. */
async function chooseValue(
  title: string,
  values: readonly string[],
  current: string | undefined,
  nameOf: (value: string) => string = value => value,
): Promise<string | undefined> {
  const choice = (id: string): Choice => {
    const name = nameOf(id);
    const notes = [name === id ? '' : id, id === current ? 'current' : ''];
    return { id, label: name, description: notes.filter(Boolean).join(' · ') };
  };
  const others = values.filter(value => value !== current);
  const listed = current === undefined || current === '' ? others : [current, ...others];
  return (await chooseRecords(title, listed.map(choice), { anyId: true }))?.[0]?.id;
}

/** Copies the clipboard of the first device; its text is neither shown nor logged. */
async function copyClipboard(services: Services, targets: Targets): Promise<void> {
  const text = await readFirst(services, targets, async (client, deviceId) => {
    const { value } = await client.getClipboard({ params: { deviceId } });
    return value.text ?? '';
  });
  const [{ name }] = targets;
  if (text === '') {
    done(`The clipboard of “${name}” has no text.`);
    return;
  }
  await vscode.env.clipboard.writeText(text);
  done(`Copied ${counted(text.length, 'character')} from “${name}”.`);
}

/** Sets the clipboards of devices to that of this computer; its text is neither shown nor logged. */
async function pasteClipboard(services: Services, targets: Targets): Promise<void> {
  const text = await vscode.env.clipboard.readText();
  if (text === '') throw new Error('The clipboard of this computer has no text.');
  if (text.length > Limits.clipboard)
    throw new Error(`The clipboard has more than ${Limits.clipboard.toLocaleString('en')} characters.`);
  await onEachDevice(services, 'Paste to Device', targets, async (client, { id }, signal) => {
    await client.setClipboard({ params: { deviceId: id }, body: { text } }, { signal });
    return `clipboard set to ${counted(text.length, 'character')}`;
  });
}

function forFirst(act: (services: Services, target: Target) => Promise<void>): Act {
  return (services, [first]) => act(services, first);
}

async function readFirst<T>(
  services: Services,
  [{ id: deviceId }]: Targets,
  read: (client: Client, deviceId: string) => Promise<T>,
): Promise<T> {
  const client = await services.session.client();
  return read(client, deviceId).catch(async (error: unknown) => {
    throw await namingWhatDeviceLacks(client, deviceId, error);
  });
}

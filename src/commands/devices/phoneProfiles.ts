import type * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import type { Target } from '../../client/eachTarget.ts';
import { collect, pages } from '../../client/pages.ts';
import type { DeviceProfile, SaveProfile } from '../../contract/records/profile.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readIfSupported } from '../../stores/notOffered.ts';
import { plainText } from '../../util/plainText.ts';
import type { Services } from '../commandServices.ts';
import { done } from '../prompts/ask.ts';
import { nameOfDevices, onEachDevice, type Targets } from './perDevice.ts';

/** The maximum number of profiles that are shown. */
const MAX_SHOWN = 1000;
const PAGE_SIZE = 100;

type Spec = SaveProfile['spec'];
type Item = vscode.QuickPickItem & { readonly profile: DeviceProfile | undefined };

/** Lists the profiles of the service; applies one to devices, or creates, renames, or deletes one. */
export async function showProfiles(services: Services, targets: Targets): Promise<void> {
  const client = await services.session.client();
  const [first] = targets;
  const query = { pageSize: PAGE_SIZE, orderBy: 'name', orderByDirection: 'asc' } as const;
  const profiles = await collect(pages(client.listProfiles, { query }), MAX_SHOWN);
  const items: Item[] = [
    ...profiles.map(profile => ({
      label: `$(account) ${plainText(profile.name)}`,
      description: describe(profile),
      profile,
    })),
    { label: '$(add) New Profile…', description: `as “${first.name}” is set`, profile: undefined },
  ];
  const picked = await dialogs.showQuickPick(items, {
    title: `Profiles: ${nameOfDevices(targets)}`,
    placeHolder: 'Choose a profile to apply, rename, or delete',
    ignoreFocusOut: true,
  });
  if (!picked) return;
  if (picked.profile) await actOnProfile(services, targets, picked.profile);
  else await createProfile(client, first);
}

/** Returns what a profile sets, without the private parts. */
function describe({ spec }: DeviceProfile): string {
  const { locale, timezone, location, proxy, identifiers, carrier } = spec ?? {};
  const facts = [
    locale,
    timezone,
    location && [location.latitude, location.longitude].join(', '),
    proxy && 'proxy',
    (identifiers ?? carrier) && 'identity',
  ];
  return facts
    .filter(fact => fact != null)
    .map(fact => plainText(fact))
    .join(' · ');
}

/** Asks what to do with a profile, and does it. */
async function actOnProfile(services: Services, targets: Targets, profile: DeviceProfile): Promise<void> {
  const items = [
    { label: `$(check) Apply to ${nameOfDevices(targets)}`, act: applyProfile },
    { label: '$(edit) Rename…', act: renameProfile },
    { label: '$(trash) Delete…', act: deleteProfile },
  ];
  const picked = await dialogs.showQuickPick(items, { title: `Profile: ${plainText(profile.name)}` });
  await picked?.act(services, targets, profile);
}

async function applyProfile(
  services: Services,
  targets: Targets,
  { id, name }: DeviceProfile,
): Promise<void> {
  await onEachDevice(services, 'Profile', targets, async (client, device, signal) => {
    await client.applyProfile({ params: { deviceId: device.id }, body: { profileId: id } }, { signal });
    return `profile “${plainText(name)}” applied`;
  });
}

async function renameProfile({ session }: Services, _: Targets, { id, name }: DeviceProfile): Promise<void> {
  const renamed = await askName(name);
  if (renamed === undefined) return;
  const client = await session.client();
  const params = { profileId: id };
  // The service replaces the whole profile, so its device is read again and sent back.
  const { spec } = (await client.getProfile({ params })).value;
  await client.replaceProfile({ params, body: { name: renamed, spec: withoutNulls(spec) } });
  done(`Renamed the profile to ${renamed}.`);
}

async function deleteProfile({ session }: Services, _: Targets, { id, name }: DeviceProfile): Promise<void> {
  const detail = 'Devices to which it was applied stay as they are.';
  if (!(await confirmedDeletion(`Delete the profile “${name}”?`, detail))) return;
  const client = await session.client();
  await client.deleteProfile({ params: { profileId: id } });
  done(`Deleted the profile ${name}.`);
}

/** Asks for a name, and creates a profile from the settings of a device that can be read. */
async function createProfile(client: Client, device: Target): Promise<void> {
  const params = { deviceId: device.id };
  const [language, zone, location] = await Promise.all([
    readIfSupported(client.getLanguage({ params })),
    readIfSupported(client.getTimezone({ params })),
    readIfSupported(client.getLocation({ params })),
  ]);
  const spec = withoutNulls({
    locale: language?.value.locale,
    timezone: zone?.value.timezone,
    location: location && { latitude: location.value.latitude, longitude: location.value.longitude },
  });
  if (Object.keys(spec).length === 0)
    throw new Error(`“${device.name}” says neither its language nor its time zone nor its position.`);
  const name = await askName(device.name);
  if (name === undefined) return;
  await client.createProfile({ body: { name, spec } });
  done(`Created the profile ${name}.`);
}

async function askName(value: string): Promise<string | undefined> {
  const name = await dialogs.showInputBox({
    title: 'Profile',
    prompt: 'Name of the profile',
    value,
    ignoreFocusOut: true,
    validateInput: text => (text.trim() === '' ? 'Enter a name.' : undefined),
  });
  return name?.trim() === '' ? undefined : name?.trim();
}

/** Returns the fields that have a value, as a request takes them. */
function withoutNulls(spec: Readonly<Record<string, unknown>> | null | undefined): Spec {
  return Object.fromEntries(Object.entries(spec ?? {}).filter(([, value]) => value != null));
}

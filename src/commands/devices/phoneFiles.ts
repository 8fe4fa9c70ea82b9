import type * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/failure.ts';
import type { Target } from '../../client/eachTarget.ts';
import type { DeviceFile } from '../../contract/records/deviceFile.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import { dialogs } from '../../host/dialogs.ts';
import { childPath, folderAbove, isDeviceFileName } from '../../util/devicePath.ts';
import { plainText } from '../../util/plainText.ts';
import type { Services } from '../commandServices.ts';
import { namingWhatDeviceLacks } from '../connections/notOfferedError.ts';
import { done, withCancel } from '../prompts/ask.ts';
import { sendToAgents, showAgentFiles } from './agentFiles.ts';
import { chooseUpload, saveToComputer } from './localFile.ts';

/** The folder that is shown first, unless the device has none with this name. */
const FIRST_FOLDER = '/sdcard';
/** The maximum number of files and folders that are shown. */
const MAX_SHOWN = 2000;

type Item = vscode.QuickPickItem &
  (
    | { readonly kindOf: 'folder'; readonly path: string }
    | { readonly kindOf: 'file'; readonly path: string; readonly name: string }
    | { readonly kindOf: 'upload' }
    | { readonly kindOf: 'agentFiles' }
  );

/** Goes through the folders of a device; saves, uploads, and deletes files until the user closes the list. */
export async function browseFiles(services: Services, device: Target): Promise<void> {
  const client = await services.session.client();
  const list = (path: string): Promise<Listing> => listFolder(client, device, path);
  const first = await list(FIRST_FOLDER)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return list('/');
      throw error;
    })
    .catch(async (error: unknown) => {
      throw await namingWhatDeviceLacks(client, device.id, error);
    });
  let { folder } = first;
  let listing = Promise.resolve(first);
  for (;;) {
    const items = listing.then(itemsOf);
    const picked = await dialogs.showQuickPick(items, {
      title: `Files: ${device.name}`,
      placeHolder: folder,
      ignoreFocusOut: true,
    });
    if (!picked) return;
    if (picked.kindOf === 'folder') folder = picked.path;
    else if (picked.kindOf === 'upload') await uploadFile(client, device, folder);
    else if (picked.kindOf === 'agentFiles') await showAgentFiles(services, { device, folder });
    else await actOnFile(services, client, device, picked);
    listing = list(folder);
  }
}

/** The content of a folder on a device. */
interface Listing {
  readonly folder: string;
  readonly files: readonly DeviceFile[];
}

async function listFolder(client: Client, { id: deviceId }: Target, folder: string): Promise<Listing> {
  const { value } = await client.listDeviceFiles({ params: { deviceId }, query: { path: folder } });
  return { folder, files: value.files ?? [] };
}

function itemsOf({ folder, files }: Listing): readonly Item[] {
  const above = folderAbove(folder);
  const shown = files.filter(file => isDeviceFileName(file.name)).slice(0, MAX_SHOWN);
  return [
    ...(above === undefined
      ? []
      : [{ kindOf: 'folder' as const, label: '$(arrow-up) ..', description: above, path: above }]),
    ...shown.map(file => itemOf(folder, file)),
    { kindOf: 'upload', label: '$(cloud-upload) Upload File…', description: `to ${folder}` },
    { kindOf: 'agentFiles', label: '$(cloud) Files of Agents and Executions…' },
  ];
}

function itemOf(folder: string, { name, type, size, modifiedAt }: DeviceFile): Item {
  const path = childPath(folder, name);
  const shown = plainText(name);
  // The values are not public; `directory` and `d` are common.
  if (type?.startsWith('d') === true) return { kindOf: 'folder', label: `$(folder) ${shown}`, path };
  const facts = [size == null ? '' : `${size.toLocaleString('en')} bytes`, plainText(modifiedAt ?? '')];
  const description = facts.filter(Boolean).join(' · ');
  return { kindOf: 'file', label: `$(file) ${shown}`, description, path, name };
}

async function actOnFile(
  services: Services,
  client: Client,
  device: Target,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<void> {
  const items = [
    { label: '$(save) Save to Computer…', act: saveFile },
    { label: '$(cloud-upload) Copy to the Files of Agents', act: copyToAgents },
    { label: '$(trash) Delete…', act: deleteFile },
  ];
  const picked = await dialogs.showQuickPick(items, { title: `Files: ${name}`, placeHolder: path });
  await picked?.act(client, device, path, name);

  async function copyToAgents(): Promise<void> {
    await sendToAgents(services, name, await readFile(client, device, path, name));
  }
}

function readFile(client: Client, { id: deviceId }: Target, path: string, name: string): Promise<Uint8Array> {
  return withCancel(`Reading ${name}`, async signal => {
    const { value } = await client.downloadDeviceFile({ params: { deviceId }, query: { path } }, { signal });
    return value;
  });
}

function saveFile(client: Client, device: Target, path: string, name: string): Promise<void> {
  return saveToComputer({ filename: name, shown: name }, () => readFile(client, device, path, name));
}

async function deleteFile(client: Client, device: Target, path: string, name: string): Promise<void> {
  if (!(await confirmedDeletion(`Delete “${name}” from “${device.name}”?`, path))) return;
  await client.deleteDeviceFile({ params: { deviceId: device.id }, query: { path } });
  done(`Deleted ${name}.`);
}

async function uploadFile(client: Client, { id: deviceId, name }: Target, folder: string): Promise<void> {
  const file = await chooseUpload();
  if (!file) return;
  await withCancel(`Uploading ${file.name}`, signal =>
    client.uploadDeviceFile({ params: { deviceId }, query: { path: folder }, body: { file } }, { signal }),
  );
  done(`Uploaded ${file.name} to ${folder} of “${name}”.`);
}

import type * as vscode from 'vscode';
import type { Target } from '../../client/eachTarget.ts';
import type { AgentFile } from '../../contract/records/agentFile.ts';
import { ifAnswered } from '../../deploy/remoteFlow.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import { dialogs } from '../../host/dialogs.ts';
import { byteSize } from '../../util/byteSize.ts';
import { isDeviceFileName } from '../../util/devicePath.ts';
import { plainText } from '../../util/plainText.ts';
import type { Services } from '../commandServices.ts';
import { done, withCancel } from '../prompts/ask.ts';
import { uploadUrl } from '../uploadUrl.ts';
import { chooseUpload, saveToComputer } from './localFile.ts';

/** The maximum number of files that are shown. */
const MAX_SHOWN = 2000;
const MIME_TYPE = 'application/octet-stream';

/** A folder on a device. */
interface Place {
  readonly device: Target;
  readonly folder: string;
}

type Item = vscode.QuickPickItem & { readonly file: AgentFile | undefined };
type Act = (services: Services, file: AgentFile, place: Place) => Promise<void>;

/** Lists the files of agents and executions; saves, changes, or deletes one, or puts it into a folder of a device. */
export async function showAgentFiles(services: Services, place: Place): Promise<void> {
  const client = await services.session.client();
  const { value } = await client.listAgentFiles({});
  const items: Item[] = [
    ...value.files.slice(0, MAX_SHOWN).map(itemOf),
    { label: '$(cloud-upload) Upload File…', description: 'for agents and executions', file: undefined },
  ];
  const picked = await dialogs.showQuickPick(items, {
    title: 'Files of Agents and Executions',
    placeHolder:
      value.files.length === 0
        ? 'No files yet. Upload one, or run a flow that saves files.'
        : 'Choose a file to save, put on the device, or delete',
    ignoreFocusOut: true,
  });
  if (picked?.file) await actOnFile(services, picked.file, place);
  else if (picked) await uploadFile(services);
}

/** Prompts for stored files and returns their IDs, none if the service stores none; undefined if the prompt is dismissed. */
export async function chooseAgentFiles(
  { session }: Services,
  title: string,
): Promise<readonly string[] | undefined> {
  const client = await session.client();
  // The files only give a choice.
  const reply = await ifAnswered(client.listAgentFiles({}));
  const usable = (reply?.value.files ?? []).filter(({ enabled }) => enabled !== false);
  const items = usable.slice(0, MAX_SHOWN).map(itemOf);
  if (items.length === 0) return [];
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'Choose the files that the agent may use, or none',
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return picked?.map(({ file }) => file.fileId);
}

/** Uploads a file for agents. */
export async function sendToAgents(services: Services, name: string, bytes: Uint8Array): Promise<void> {
  const sizeBytes = bytes.byteLength;
  if (sizeBytes === 0) throw new Error(`“${name}” is empty. A file for agents has at least one byte.`);
  const connection = services.session.require();
  const client = await services.session.client();
  await withCancel(`Uploading ${name}`, async (signal, progress) => {
    const body = { filename: name, mimeType: MIME_TYPE, sizeBytes };
    const { value } = await client.createAgentFileUpload({ body }, { signal });
    const params = { fileId: value.fileId };
    try {
      const url = uploadUrl(value.putUrl, connection);
      const file = { bytes, sizeBytes, contentType: MIME_TYPE };
      const onSent = (sent: number): void => progress(byteSize(sent));
      await services.clients.sendFile(url, file, { signal, onSent, operation: 'createAgentFileUpload' });
      await client.confirmAgentFileUpload({ params }, { signal });
    } catch (error) {
      // The first error is the reason; an upload that cannot be canceled either expires.
      await client.cancelAgentFileUpload({ params }).catch(() => undefined);
      throw error;
    }
  });
  done(`Uploaded ${name}.`);
}

function itemOf(file: AgentFile): vscode.QuickPickItem & { readonly file: AgentFile } {
  return { label: `$(file) ${nameOf(file)}`, description: describe(file), file };
}

function nameOf({ displayName, filename }: AgentFile): string {
  return plainText(displayName ?? filename);
}

function describe({ zone, sizeBytes, createdAt, enabled }: AgentFile): string {
  const facts = [
    zone,
    sizeBytes == null ? undefined : byteSize(sizeBytes),
    createdAt,
    enabled === false ? 'disabled' : undefined,
  ];
  return facts
    .filter(fact => fact != null)
    .map(fact => plainText(fact))
    .join(' · ');
}

async function actOnFile(services: Services, file: AgentFile, place: Place): Promise<void> {
  const { device, folder } = place;
  const items: (vscode.QuickPickItem & { readonly act: Act })[] = [
    { label: '$(save) Save to Computer…', act: saveFile },
    {
      label: '$(device-mobile) Put on Device',
      description: `${folder} of “${device.name}”`,
      act: putOnDevice,
    },
    // Only skills can be changed.
    ...(file.zone === 'skills'
      ? [
          { label: '$(edit) Rename…', act: renameFile },
          { label: file.enabled === false ? '$(check) Enable' : '$(circle-slash) Disable', act: switchFile },
        ]
      : []),
    { label: '$(trash) Delete…', act: deleteFile },
  ];
  const picked = await dialogs.showQuickPick(items, { title: `File: ${nameOf(file)}` });
  await picked?.act(services, file, place);
}

async function readFile({ session }: Services, file: AgentFile): Promise<Uint8Array> {
  const client = await session.client();
  const params = { fileId: file.fileId };
  return withCancel(`Reading ${nameOf(file)}`, async signal => {
    const { value } = await client.downloadAgentFile({ params }, { signal });
    return value;
  });
}

function saveFile(services: Services, file: AgentFile): Promise<void> {
  return saveToComputer({ filename: file.filename, shown: nameOf(file) }, () => readFile(services, file));
}

async function putOnDevice(services: Services, file: AgentFile, { device, folder }: Place): Promise<void> {
  const { filename: name } = file;
  if (!isDeviceFileName(name)) throw new Error(`“${name}” cannot be the name of a file on a device.`);
  const bytes = await readFile(services, file);
  const client = await services.session.client();
  const input = { params: { deviceId: device.id }, query: { path: folder }, body: { file: { name, bytes } } };
  await withCancel(`Uploading ${name}`, signal => client.uploadDeviceFile(input, { signal }));
  done(`Put ${nameOf(file)} into ${folder} of “${device.name}”.`);
}

async function renameFile({ session }: Services, file: AgentFile): Promise<void> {
  const name = await dialogs.showInputBox({
    title: 'Rename File',
    prompt: 'Name that is shown. Leave empty to show the name of the file.',
    value: file.displayName ?? '',
    ignoreFocusOut: true,
  });
  if (name === undefined) return;
  const client = await session.client();
  const body = { displayName: name.trim() === '' ? null : name.trim() };
  await client.updateAgentFile({ params: { fileId: file.fileId }, body });
  done(`Renamed ${nameOf(file)}.`);
}

async function switchFile({ session }: Services, file: AgentFile): Promise<void> {
  const enabled = file.enabled === false;
  const client = await session.client();
  await client.updateAgentFile({ params: { fileId: file.fileId }, body: { enabled } });
  done(`${enabled ? 'Enabled' : 'Disabled'} ${nameOf(file)}.`);
}

async function deleteFile({ session }: Services, file: AgentFile): Promise<void> {
  const detail = 'Executions, tasks, and agents can no longer read it.';
  if (!(await confirmedDeletion(`Delete the file “${nameOf(file)}”?`, detail))) return;
  const client = await session.client();
  await client.deleteAgentFile({ params: { fileId: file.fileId } });
  done(`Deleted ${nameOf(file)}.`);
}

async function uploadFile(services: Services): Promise<void> {
  const file = await chooseUpload();
  if (file) await sendToAgents(services, file.name, file.bytes);
}

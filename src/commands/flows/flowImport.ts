import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Device } from '../../contract/records/device.ts';
import { nodeDisk } from '../../files/disk.ts';
import { pathInside, readInside } from '../../files/insideFolder.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { DEFAULT_TARGET } from '../../flow/import/imported.ts';
import { IMPORT_ENDINGS, importFile, type ImportSource } from '../../flow/import/importFile.ts';
import { importReport, importSummary } from '../../flow/import/importReport.ts';
import type { DevicePlatform } from '../../flow/new/flowTemplates.ts';
import { FILE_LIMIT, fileText } from '../../host/files.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { decodeCatalog } from '../../stores/keptCatalog.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import type { Services } from '../commandServices.ts';
import { deviceChoices, givenDevices } from '../devices/perDevice.ts';
import { chooseId, withStatus } from '../prompts/ask.ts';
import { loadedCatalog } from './knownCatalog.ts';
import { saveNewFlow } from './saveNewFlow.ts';

/** Converts a file of another tool to a new flow file, opens it, and says what differs. */
export async function importFlow(services: Services): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Import Flow',
      openLabel: 'Import',
      canSelectMany: false,
      filters: { 'Flows of other tools': [...IMPORT_ENDINGS] },
    })) ?? [];
  if (!file) return;
  const source = await readSource(file);
  const catalog = await withStatus('Reading the actions', () => catalogFor(services));
  const chosen = await chooseDevice(services, catalog);
  if (!chosen) return;
  const { platform = DEFAULT_TARGET.platform, ...settings } = chosen;
  const result = await importFile(source, { ...DEFAULT_TARGET, platform }, catalog, settings);
  const { commands, notes } = result;
  const isSame = notes.length === 0 && commands.every(({ outcome }) => outcome === 'translated');
  const review = {
    sentence: importSummary(result),
    button: 'Show Report',
    report: importReport(result),
    place: ['import', `${basename(file.path)}.md`],
  } as const;
  await saveNewFlow(services, folderFor(file), result, isSame ? undefined : review);
}

/** Reads a file. The files that it names are read from its workspace folder, or else from its own folder. */
async function readSource(file: vscode.Uri): Promise<ImportSource> {
  const name = vscode.workspace.asRelativePath(file);
  if (file.scheme !== 'file')
    throw new Error(`${name} is not on the disk of this computer. Save it there, then import it.`);
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri.fsPath ?? dirname(file.fsPath);
  const path = await pathInside(nodeDisk, folder, file.fsPath);
  if (path === undefined)
    throw new Error(
      `${name} leads outside its folder by a symbolic link, so it is not read. Choose the file that it leads to.`,
    );
  return {
    path,
    text: await fileText(file),
    readFile: other => readInside(nodeDisk, folder, other, FILE_LIMIT),
  };
}

/** Returns the catalog of the active connection, or without one the actions of the sandbox. */
async function catalogFor(services: Services): Promise<FlowCatalog> {
  if (services.session.connection) return loadedCatalog(services);
  const kept = await services.catalogs.read(SANDBOX.id);
  const known = kept && decodeCatalog(kept);
  if (!known) throw new Error('The actions of the sandbox cannot be read. Connect to a service first.');
  return known.catalog;
}

/** The device of a flow; empty if there is none. */
interface FlowDevice {
  readonly deviceIds?: readonly string[];
  readonly platform?: DevicePlatform;
}

/** Returns the device that a command applies to, or asks for one. Undefined if the user cancels. */
async function chooseDevice(
  services: Services,
  { devices = [] }: FlowCatalog,
): Promise<FlowDevice | undefined> {
  if (!services.session.connection || devices.length === 0) return {};
  const [given] = givenDevices(services, []);
  const id = given?.record.id ?? (await chooseId('Import Flow: Device', deviceChoices(services)));
  if (id === undefined) return undefined;
  return { deviceIds: [id], platform: await platformOfDevice(services, id) };
}

/** Returns the platform of a device. One that cannot be read counts as an Android phone, as most are. */
async function platformOfDevice({ devices, session }: Services, deviceId: string): Promise<DevicePlatform> {
  const read = async (): Promise<Device> => {
    const client = await session.client();
    return (await client.getDevice({ params: { deviceId } })).value;
  };
  // The list has only the shown devices.
  const device = devices.byId(deviceId) ?? (await read().catch(() => undefined));
  return platformOf(device?.type) ?? DEFAULT_TARGET.platform;
}

/** Returns the folder of the new flow file: that of the imported file if it is open, or else the first open one. */
function folderFor(file: vscode.Uri): vscode.Uri | undefined {
  if (vscode.workspace.getWorkspaceFolder(file)) return vscode.Uri.joinPath(file, '..');
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

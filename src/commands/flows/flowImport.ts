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
import type { ImportResult } from '../../flow/import/resolveImport.ts';
import { dialogs } from '../../host/dialogs.ts';
import { FILE_LIMIT, fileText } from '../../host/files.ts';
import { counted } from '../../util/counted.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { plainText } from '../../util/plainText.ts';
import { isSecretName } from '../../util/secretNames.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import { explain } from '../../wording/explain.ts';
import type { Services } from '../commandServices.ts';
import { deviceChoices, givenDevices } from '../devices/perDevice.ts';
import { chooseId, done, withStatus } from '../prompts/ask.ts';
import { catalogOrSandbox } from './knownCatalog.ts';
import { offerReview, type Review, saveNewFlow, writeFlowFile } from './saveNewFlow.ts';
import { showInFile } from './showInFile.ts';

/** The most variables whose values are asked for. */
const MAX_VALUES = 10;

/** The most files that are imported at a time. */
const MAX_FILES = 50;

/** The most files that a message names. */
const MAX_NAMED = 3;

/** A file with the flow that it becomes. */
interface Converted {
  readonly file: vscode.Uri;
  readonly result: ImportResult;
}

/** Imports files one after the other. One of several that fails does not prevent the others. */
class Attempts {
  /** The files that failed, with the reasons. */
  readonly failed = new Map<vscode.Uri, string>();
  readonly isSeveral: boolean;

  constructor(isSeveral: boolean) {
    this.isSeveral = isSeveral;
  }

  /** Does something with each file that has not failed, and returns the results. Throws the failure of a single file. */
  async each<T extends { readonly file: vscode.Uri }, R>(
    items: readonly T[],
    act: (item: T) => Promise<R>,
  ): Promise<readonly R[]> {
    const results: R[] = [];
    for (const item of items) {
      if (this.failed.has(item.file)) continue;
      try {
        results.push(await act(item));
      } catch (error) {
        if (!this.isSeveral) throw error;
        this.failed.set(item.file, explain(error).summary);
      }
    }
    return results;
  }

  /** A sentence that names the files that failed; empty if none did. */
  get sentence(): string {
    if (this.failed.size === 0) return '';
    const names = [...this.failed.keys()].map(file => plainText(vscode.workspace.asRelativePath(file), 100));
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    return `${counted(names.length, 'file')} could not be imported: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`;
  }

  /** The reasons of the failures, as Markdown. */
  get report(): string {
    const lines = [...this.failed].map(
      ([file, reason]) => `- ${escapeLine(`${vscode.workspace.asRelativePath(file)}: ${reason}`)}`,
    );
    return markdownDocument(['# Not imported', lines.join('\n')]);
  }
}

/**
 * Converts files of other tools to new flow files, opens the first one, and says what differs. Without given files, asks for
 * one.
 */
export async function importFlow(services: Services, given: readonly vscode.Uri[]): Promise<void> {
  const files = given.length > 0 ? given : await askFile();
  if (files.length === 0) return;
  if (files.length > MAX_FILES)
    throw new Error(`${files.length} files were chosen. Import at most ${MAX_FILES} at a time.`);
  const attempts = new Attempts(files.length > 1);
  const sources = await attempts.each(
    files.map(file => ({ file })),
    async ({ file }) => ({ file, source: await readSource(file) }),
  );
  const catalog = await withStatus('Reading the actions', () => catalogOrSandbox(services));
  const chosen = sources.length === 0 ? {} : await chooseDevice(services, catalog);
  if (!chosen) return;
  const { platform = DEFAULT_TARGET.platform, ...settings } = chosen;
  const convert = (variables: ReadonlyMap<string, string>): Promise<readonly Converted[]> => {
    const target = { ...DEFAULT_TARGET, platform, variables };
    return attempts.each(sources, async ({ file, source }) => ({
      file,
      result: await importFile(source, target, catalog, settings),
    }));
  };
  const first = await convert(DEFAULT_TARGET.variables);
  const values = await askValues(first.flatMap(({ result }) => result.unset));
  if (values) await save(services, values.size === 0 ? first : await convert(values), attempts);
}

async function askFile(): Promise<readonly vscode.Uri[]> {
  const files = await vscode.window.showOpenDialog({
    title: 'Import Flow',
    openLabel: 'Import',
    canSelectMany: true,
    filters: { 'Flows of other tools': [...IMPORT_ENDINGS] },
  });
  return files ?? [];
}

/** Asks for the values of variables. Undefined if the user cancels. A secret is never written, so it is not asked for. */
async function askValues(unset: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  const names = [...new Set(unset)].filter(name => !isSecretName(name)).slice(0, MAX_VALUES);
  const values = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const value = await dialogs.showInputBox({
      title: names.length === 1 ? 'Import Flow: Value' : `Import Flow: Value ${index + 1} of ${names.length}`,
      prompt: `Value of the variable “${name}”. If it is empty, steps read it from the payload of the trigger.`,
      ignoreFocusOut: true,
    });
    if (value === undefined) return undefined;
    if (value !== '') values.set(name, value);
  }
  return values;
}

async function save(services: Services, converted: readonly Converted[], attempts: Attempts): Promise<void> {
  const [first] = converted;
  if (first && !attempts.isSeveral) {
    await saveNewFlow(services, folderFor(first.file), first.result, reviewOf(converted, attempts));
    return;
  }
  const saved = await attempts.each(converted, async one => ({
    ...one,
    flow: await writeFlowFile(folderFor(one.file), one.result),
  }));
  const [shown] = saved;
  try {
    if (shown) await showInFile({ file: shown.flow, isVisual: true }, undefined, services.flowEditors);
  } finally {
    const summary = shown ? `Saved ${counted(saved.length, 'flow')}.` : 'No flow was saved.';
    const review = reviewOf(saved, attempts);
    if (review) offerReview(services, summary, review);
    else done(summary);
  }
}

/** Returns what to check in imported flows; undefined if all have the same meaning as the files. */
function reviewOf(converted: readonly Converted[], attempts: Attempts): Review | undefined {
  const all = converted.map(({ result }) => result);
  const isSame = all.every(
    ({ commands, notes }) => notes.length === 0 && commands.every(({ outcome }) => outcome === 'translated'),
  );
  const hasFailed = attempts.failed.size > 0;
  if (isSame && !hasFailed) return undefined;
  const summary = importSummary({ commands: all.flatMap(({ commands }) => commands) });
  const [name = 'import'] = [...converted.map(({ file }) => file), ...attempts.failed.keys()].map(file =>
    basename(file.path),
  );
  return {
    sentence: [attempts.sentence, ...(all.length === 0 ? [] : [summary])].filter(Boolean).join(' '),
    button: 'Show Report',
    report: [...(hasFailed ? [attempts.report] : []), ...all.map(result => importReport(result))].join('\n'),
    place: ['import', `${name}.md`],
  };
}

/** Reads a file. The files that it names are read from its workspace folder, or else from its own folder. */
async function readSource(file: vscode.Uri): Promise<ImportSource> {
  const name = vscode.workspace.asRelativePath(file);
  if (file.scheme !== 'file')
    throw new Error(`${name} is not on the disk of this computer. Save it there, then import it.`);
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri.fsPath ?? dirname(file.fsPath);
  const { type } = await vscode.workspace.fs.stat(file);
  if (type & vscode.FileType.Directory)
    throw new Error(`${name} is a folder. Import its files, for example by selecting several of them.`);
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

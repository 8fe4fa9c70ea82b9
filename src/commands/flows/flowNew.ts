import * as vscode from 'vscode';
import type { Device } from '../../contract/records/device.ts';
import { Limits } from '../../contract/limits.ts';
import type { CatalogAction, FlowCatalog, NamedReference } from '../../flow/catalog.ts';
import type { TextRange } from '../../flow/document/diagnostic.ts';
import {
  type ChosenDevice,
  type ChosenMailbox,
  type ChosenReferences,
  type FlowTemplate,
  FORM_APP,
} from '../../flow/new/flowTemplates.ts';
import {
  fileNameOf,
  firstGap,
  newFlowText,
  type PlannedStep,
  usableTemplates,
} from '../../flow/new/newFlow.ts';
import { isUsableState } from '../../wording/deviceLabels.ts';
import { dialogs } from '../../host/dialogs.ts';
import { freeFlowFile, writeNewFlow } from '../../host/newFlowFile.ts';
import { FLOW_EDITOR } from '../../manifest.ts';
import { deviceSummary, platformOf } from '../devices/deviceSummary.ts';
import { activeFlowFile } from './flowFiles.ts';
import { cachedOrLoadedCatalog } from './knownCatalog.ts';
import { pickSteps } from './pickSteps.ts';
import {
  type Answer,
  askInTurn,
  askItem,
  askText,
  type Place,
  type Question,
  stored,
} from '../prompts/questions.ts';
import type { FlowEditorApi } from '../commandServices.ts';
import type { FlowServices } from './flowServices.ts';

/** The answers to the questions about a new flow. */
interface Draft {
  start?: StartItem;
  actions: readonly CatalogAction[];
  name?: string;
  triggerId?: string;
  chosen: ChosenReferences;
  home?: Home;
}

/** The origin of the first steps: a template, actions to be selected, or none. */
interface StartItem extends vscode.QuickPickItem {
  readonly title: string;
  readonly steps: readonly PlannedStep[];
  readonly isPicked?: boolean;
  readonly uses?: FlowTemplate['uses'];
}

/** The file of a new flow, and the editor to open it in. */
interface Home extends vscode.QuickPickItem {
  readonly file: vscode.Uri;
  readonly isVisual: boolean;
}

const LATER = { label: '$(edit) Fill In Later', reference: undefined };

/**
 * Creates a flow file from a template or selected actions. The cursor, or the focus in the visual editor, is placed on
 * the first missing value.
 */
export async function newFlow(services: FlowServices): Promise<void> {
  const catalog = await cachedOrLoadedCatalog(services);
  const isSandbox = services.session.connection?.kind === 'sandbox';
  const draft: Draft = { actions: [], chosen: isSandbox ? { formApp: FORM_APP } : {} };
  if (!(await askInTurn('New Flow', () => questionsOf(draft, catalog, services)))) return;
  const { start, name = '', triggerId = '', chosen, home } = draft;
  if (!start || !home) return;
  const steps = start.isPicked === true ? draft.actions.map(action => ({ action })) : start.steps;
  const text = newFlowText({ name: name.trim(), triggerId, steps, chosen });
  await writeNewFlow(home.file, text);
  await show(home, firstGap(text, catalog), services.flowEditors);
}

function questionsOf(draft: Draft, catalog: FlowCatalog, services: FlowServices): readonly Question[] {
  const { isPicked = false, uses = [] } = draft.start ?? {};
  const { devices = [], triggers = [], webhooks = [] } = catalog;
  return [
    place => askStart(place, draft, catalog),
    ...(isPicked ? [(place: Place) => askActions(place, draft, catalog)] : []),
    place => askFlowName(place, draft),
    ...(triggers.length > 0 ? [(place: Place) => askTrigger(place, draft, triggers)] : []),
    ...(devices.length > 0 ? [(place: Place) => askDevice(place, draft, devices, services)] : []),
    ...(uses.includes('mailbox') ? [(place: Place) => askMailbox(place, draft, services)] : []),
    ...(uses.includes('webhook') && webhooks.length > 0
      ? [(place: Place) => askWebhook(place, draft, webhooks)]
      : []),
    place => askHome(place, draft),
  ];
}

async function askStart(place: Place, draft: Draft, catalog: FlowCatalog): Promise<Answer<true>> {
  const templates = usableTemplates(catalog).map<StartItem>(({ template, steps }) => ({
    label: `$(symbol-snippet) ${template.title}`,
    detail: template.description,
    title: template.title,
    uses: template.uses,
    steps,
  }));
  const title = 'New flow';
  const items: readonly StartItem[] = [
    ...templates,
    {
      label: '$(list-ordered) Pick Actions…',
      detail: 'Choose the action of each step, one after the other.',
      title,
      steps: [],
      isPicked: true,
    },
    { label: '$(file) Empty Flow', detail: 'No steps yet.', title, steps: [] },
  ];
  const active = items.find(({ label }) => label === draft.start?.label);
  const picked = await askItem(place, { name: 'Starting Point', items, active });
  return stored(picked, start => (draft.start = start));
}

async function askActions(place: Place, draft: Draft, catalog: FlowCatalog): Promise<Answer<true>> {
  const picked = await pickSteps(place, catalog.searchActions('', Infinity), draft.actions);
  return stored(picked, actions => (draft.actions = actions));
}

async function askFlowName(place: Place, draft: Draft): Promise<Answer<true>> {
  const value = draft.name ?? draft.start?.title ?? '';
  const answer = await askText(place, { name: 'Name', value, problem: nameProblem });
  return stored(answer, name => (draft.name = name));
}

async function askTrigger(
  place: Place,
  draft: Draft,
  triggers: readonly NamedReference[],
): Promise<Answer<true>> {
  const known = triggers.map(reference => ({
    label: reference.name,
    description: reference.activation ?? reference.id,
    reference,
  }));
  const { triggerId } = draft;
  const chosen = triggers.find(({ id }) => id === triggerId);
  const picked = await askReference(place, 'Trigger', known, chosen, triggerId !== undefined);
  return stored(picked, ({ reference }) => (draft.triggerId = reference?.id ?? ''));
}

// Devices that are not usable come last.
async function askDevice(
  place: Place,
  draft: Draft,
  references: readonly NamedReference[],
  { devices }: FlowServices,
): Promise<Answer<true>> {
  const records = new Map<string, Device>();
  try {
    for await (const page of devices.all()) for (const device of page) records.set(device.id, device);
  } catch {
    // The names of the catalog are enough to choose one.
  }
  const known = references.map(({ id, name }) => {
    const { type, state } = records.get(id) ?? { id };
    const reference: ChosenDevice = { id, name, platform: platformOf(type) };
    const description = deviceSummary({ type, state }) || id;
    return { label: name, description, reference, isUsable: isUsableState(state) };
  });
  const sorted = known.toSorted((one, other) => Number(other.isUsable) - Number(one.isUsable));
  const { chosen } = draft;
  const picked = await askReference(place, 'Device', sorted, chosen.device, 'device' in chosen);
  return stored(picked, ({ reference }) => (draft.chosen = { ...chosen, device: reference }));
}

async function askWebhook(
  place: Place,
  draft: Draft,
  webhooks: readonly NamedReference[],
): Promise<Answer<true>> {
  const known = webhooks.map(reference => ({
    label: reference.name,
    description: reference.id,
    reference,
  }));
  const { chosen } = draft;
  const name = 'Webhook Endpoint';
  const picked = await askReference(place, name, known, chosen.webhook, 'webhook' in chosen);
  return stored(picked, ({ reference }) => (draft.chosen = { ...chosen, webhook: reference }));
}

async function askMailbox(place: Place, draft: Draft, { mailboxes }: FlowServices): Promise<Answer<true>> {
  const known: ChosenMailbox[] = [];
  let placeholder = 'The mailbox that the message arrives in';
  try {
    for await (const page of mailboxes.all())
      for (const { id, address, status } of page)
        if (address != null && status === 'active') known.push({ id, address });
  } catch {
    placeholder = 'The mailboxes could not be read';
  }
  const items = known.map(reference => ({ label: `$(mail) ${reference.address}`, reference }));
  const { chosen } = draft;
  const isAnswered = 'mailbox' in chosen;
  const picked = await askReference(place, 'Mailbox', items, chosen.mailbox, isAnswered, placeholder);
  return stored(picked, ({ reference }) => (draft.chosen = { ...chosen, mailbox: reference }));
}

interface ReferenceItem<T> extends vscode.QuickPickItem {
  /** Undefined to fill in the value later. */
  readonly reference: T | undefined;
}

/** Prompts for one of the items, or for none; an earlier answer is preselected. */
async function askReference<T extends { readonly id: string }>(
  place: Place,
  name: string,
  known: readonly ReferenceItem<T>[],
  chosen: T | undefined,
  isAnswered: boolean,
  placeholder?: string,
): Promise<Answer<ReferenceItem<T>>> {
  const items: readonly ReferenceItem<T>[] = [...known, LATER];
  const active = isAnswered ? items.find(({ reference }) => reference?.id === chosen?.id) : undefined;
  return askItem(place, { name, items, active, ...(placeholder === undefined ? {} : { placeholder }) });
}

async function askHome(place: Place, draft: Draft): Promise<Answer<true>> {
  const folder = await homeFolder();
  const file = await freeFlowFile(folder, fileNameOf(draft.name ?? ''));
  const untitled = file.with({ scheme: 'untitled' });
  const path = vscode.workspace.asRelativePath(file);
  const ways = [
    { icon: '$(list-tree)', words: 'Open in Visual Editor', isVisual: true },
    { icon: '$(go-to-file)', words: 'Open as Text', isVisual: false },
  ];
  const saved = ways.map<Home>(({ icon, words, isVisual }) => ({
    label: `${icon} Save and ${words}`,
    description: path,
    file,
    isVisual,
  }));
  const unsaved = ways.map<Home>(({ icon, words, isVisual }) => ({
    label: `${icon} ${words}`,
    description: 'without saving it yet',
    file: untitled,
    isVisual,
  }));
  const picked = await askItem(place, { name: 'Location', items: folder ? [...saved, ...unsaved] : unsaved });
  return stored(picked, home => (draft.home = home));
}

/** Returns the folder of the active flow file, or else the only workspace folder, or prompts for one. */
async function homeFolder(): Promise<vscode.Uri | undefined> {
  const beside = activeFlowFile();
  if (beside && vscode.workspace.getWorkspaceFolder(beside)) return vscode.Uri.joinPath(beside, '..');
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return folders[0]?.uri;
  return (await dialogs.showWorkspaceFolderPick({ placeHolder: 'The folder of the new flow' }))?.uri;
}

async function show(
  { file, isVisual }: Home,
  gap: TextRange | undefined,
  editors: FlowEditorApi,
): Promise<void> {
  if (isVisual) {
    await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR);
    if (gap) editors.reveal(file, gap.start);
    return;
  }
  const document = await vscode.workspace.openTextDocument(file);
  const selection = gap && new vscode.Range(document.positionAt(gap.start), document.positionAt(gap.end));
  await vscode.window.showTextDocument(document, { preview: false, ...(selection ? { selection } : {}) });
}

function nameProblem(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return 'A flow has a name.';
  return length > Limits.flowName
    ? `A name has at most ${Limits.flowName} characters; this one has ${length}.`
    : undefined;
}

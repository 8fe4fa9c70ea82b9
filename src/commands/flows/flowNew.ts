import * as vscode from 'vscode';
import type { Device } from '../../contract/records/device.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { readFlowBody } from '../../deploy/readFlowBody.ts';
import { createFlowFile } from '../../flow/deploy/pulledFile.ts';
import { Limits } from '../../contract/limits.ts';
import type { CatalogAction, FlowCatalog, NamedReference } from '../../flow/catalog.ts';
import type { TextRange } from '../../flow/document/diagnostic.ts';
import {
  type ChosenDevice,
  type ChosenMailbox,
  type ChosenReferences,
  FORM_APP,
} from '../../flow/new/flowTemplates.ts';
import { fileNameOf, firstGap, newFlowText } from '../../flow/new/newFlow.ts';
import { deviceSummary, isUsableState, platformOf } from '../../wording/deviceLabels.ts';
import { dialogs } from '../../host/dialogs.ts';
import { writeNewFlow } from '../../appState/changeFile.ts';
import { freeFlowFile } from '../../host/flowFiles.ts';
import { FLOW_EDITOR } from '../../manifest.ts';
import { activeFlowFile } from './flowFiles.ts';
import { cachedOrLoadedCatalog } from './knownCatalog.ts';
import { askRun, askStart, type StartItem } from './newFlowStart.ts';
import { pickSteps } from './pickSteps.ts';
import { withCancel } from '../prompts/ask.ts';
import {
  type Answer,
  askInTurn,
  askItem,
  askText,
  type QuestionPosition,
  type Question,
  stored,
} from '../prompts/questions.ts';
import type { FlowEditorApi } from '../commandServices.ts';
import type { FlowServices } from './flowServices.ts';

/** The answers to the questions about a new flow. */
interface Draft {
  start?: StartItem;
  actions: readonly CatalogAction[];
  run?: Execution;
  name?: string;
  triggerId?: string;
  chosen: ChosenReferences;
  destination?: Destination;
}

/** A flow that was begun and not finished, and the connection that its answers belong to. */
interface BegunFlow {
  readonly draft: Draft;
  readonly connectionId: string | undefined;
}

/** The file of a new flow, and the editor to open it in. */
interface Destination extends vscode.QuickPickItem {
  readonly file: vscode.Uri;
  readonly isVisual: boolean;
}

const LATER = { label: '$(edit) Fill In Later', reference: undefined };

/** Creates a flow file. The answers of a flow that was not finished are kept, and offered the next time. */
export const newFlow = createNewFlowHandler();

function createNewFlowHandler(): (services: FlowServices) => Promise<void> {
  let begun: BegunFlow | undefined;
  return async services => {
    const connectionId = services.session.connection?.id;
    const kept = begun?.connectionId === connectionId ? begun?.draft : undefined;
    await createAndOpen(services, kept, draft => (begun = draft?.start && { draft, connectionId }));
  };
}

/**
 * Creates a flow file from a template, selected actions, a recording, or a run. The cursor, or the focus in the visual
 * editor, is placed on the first missing value. `keep` receives the answers unless the flow was created.
 */
async function createAndOpen(
  services: FlowServices,
  begun: Draft | undefined,
  keep: (draft: Draft | undefined) => void,
): Promise<void> {
  const catalog = await cachedOrLoadedCatalog(services);
  const isSandbox = services.session.connection?.kind === 'sandbox';
  const draft: Draft = { actions: [], chosen: isSandbox ? { formApp: FORM_APP } : {} };
  const isAnswered = await askInTurn('New Flow', () => questionsOf(draft, begun, catalog, services));
  // The flow may also fail to be read or written.
  keep(draft.start ? draft : begun);
  if (!isAnswered) return;
  const { start, chosen, destination } = draft;
  if (start?.way === 'recording' && chosen.device) {
    await record(services, chosen.device);
    keep(undefined);
  }
  if (!destination) return;
  const text = await textOf(draft, services, catalog);
  await writeNewFlow(destination.file, text);
  keep(undefined);
  await show(destination, firstGap(text, catalog), services.flowEditors);
  if (start?.way === 'run' && draft.run) services.runs.show(destination.file, draft.run);
}

async function textOf(draft: Draft, services: FlowServices, catalog: FlowCatalog): Promise<string> {
  const { start, name = '', triggerId = '', chosen, run } = draft;
  const flowId = run?.flowId;
  if (start?.way === 'run' && flowId != null) {
    const { body } = await withCancel('Reading the flow of the run', async signal =>
      readFlowBody(await services.session.client(), flowId, catalog, { signal }),
    );
    return createFlowFile({ ...body, name: name.trim() });
  }
  const steps = start?.way === 'actions' ? draft.actions.map(action => ({ action })) : (start?.steps ?? []);
  return newFlowText({ name: name.trim(), triggerId, steps, chosen });
}

/** Opens the panel of a device, whose log inserts the steps into a new file when the user is done. */
async function record({ devicePanels }: FlowServices, { id, name }: ChosenDevice): Promise<void> {
  await devicePanels.open(id);
  const text = `Operate “${name}”. When you are done, insert its gestures as steps into a new flow file.`;
  void dialogs.showInformationMessage(text, 'Insert Steps').then(choice => {
    if (choice === 'Insert Steps') void devicePanels.actOnLog('insert');
  });
}

function questionsOf(
  draft: Draft,
  begun: Draft | undefined,
  catalog: FlowCatalog,
  services: FlowServices,
): readonly Question[] {
  const { way, uses = [] } = draft.start ?? {};
  const { devices = [], triggers = [], webhooks = [] } = catalog;
  const start: Question = position => askBeginning(position, draft, begun, catalog);
  const device: Question = position => askDevice(position, draft, devices, services);
  const name: Question = position => askFlowName(position, draft);
  const destination: Question = position => askDestination(position, draft);
  if (way === 'recording') {
    if (devices.length === 0) throw new Error('A recording needs a device, and this connection lists none.');
    return [start, device];
  }
  if (way === 'run') return [start, position => askRunOf(position, draft, services), name, destination];
  return [
    start,
    ...(way === 'actions' ? [(position: QuestionPosition) => askActions(position, draft, catalog)] : []),
    name,
    ...(triggers.length > 0 ? [(position: QuestionPosition) => askTrigger(position, draft, triggers)] : []),
    ...(devices.length > 0 ? [device] : []),
    ...(uses.includes('mailbox')
      ? [(position: QuestionPosition) => askMailbox(position, draft, services)]
      : []),
    ...(uses.includes('webhook') && webhooks.length > 0
      ? [(position: QuestionPosition) => askWebhook(position, draft, webhooks)]
      : []),
    destination,
  ];
}

async function askBeginning(
  position: QuestionPosition,
  draft: Draft,
  begun: Draft | undefined,
  catalog: FlowCatalog,
): Promise<Answer<true>> {
  const title = begun?.name ?? begun?.start?.title;
  const picked = await askStart(position, catalog, title, draft.start);
  return stored(picked, start => {
    if (start.way === 'continue') Object.assign(draft, begun);
    else draft.start = start;
  });
}

async function askRunOf(
  position: QuestionPosition,
  draft: Draft,
  services: FlowServices,
): Promise<Answer<true>> {
  const picked = await askRun(position, services, draft.run);
  return stored(picked, run => {
    draft.run = run;
    draft.name ??= run.flowName == null ? 'New flow' : `${run.flowName} (copy)`;
  });
}

async function askActions(
  position: QuestionPosition,
  draft: Draft,
  catalog: FlowCatalog,
): Promise<Answer<true>> {
  const keep = (actions: readonly CatalogAction[]): void => void (draft.actions = actions);
  const picked = await pickSteps(position, catalog.searchActions('', Infinity), draft.actions, keep);
  return stored(picked, keep);
}

async function askFlowName(position: QuestionPosition, draft: Draft): Promise<Answer<true>> {
  const value = draft.name ?? draft.start?.title ?? '';
  const keep = (name: string): void => void (draft.name = name);
  const answer = await askText(position, { name: 'Name', value, problem: nameProblem, keep });
  return stored(answer, keep);
}

async function askTrigger(
  position: QuestionPosition,
  draft: Draft,
  triggers: readonly NamedReference[],
): Promise<Answer<true>> {
  const { triggerId } = draft;
  const chosen = triggers.find(({ id }) => id === triggerId);
  const picked = await askReference(
    position,
    'Trigger',
    triggers.map(referenceItem),
    chosen,
    triggerId !== undefined,
  );
  return stored(picked, ({ reference }) => (draft.triggerId = reference?.id ?? ''));
}

// Devices that are not usable come last.
async function askDevice(
  position: QuestionPosition,
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
    const description = deviceSummary({ type, state });
    return { label: name, description, reference, isUsable: isUsableState(state) };
  });
  const sorted = known.toSorted((one, other) => Number(other.isUsable) - Number(one.isUsable));
  const { chosen } = draft;
  const isNeeded = draft.start?.way === 'recording';
  const picked = isNeeded
    ? await askItem(position, {
        name: 'Device',
        items: sorted,
        active: sorted.find(({ reference }) => reference.id === chosen.device?.id),
        placeholder: 'The device to operate',
      })
    : await askReference(position, 'Device', sorted, chosen.device, 'device' in chosen);
  return stored<{ readonly reference: ChosenDevice | undefined }>(picked, ({ reference }) => {
    draft.chosen = { ...chosen, device: reference };
  });
}

async function askWebhook(
  position: QuestionPosition,
  draft: Draft,
  webhooks: readonly NamedReference[],
): Promise<Answer<true>> {
  const { chosen } = draft;
  const name = 'Webhook Endpoint';
  const known = webhooks.map(referenceItem);
  const picked = await askReference(position, name, known, chosen.webhook, 'webhook' in chosen);
  return stored(picked, ({ reference }) => (draft.chosen = { ...chosen, webhook: reference }));
}

async function askMailbox(
  position: QuestionPosition,
  draft: Draft,
  { mailboxes }: FlowServices,
): Promise<Answer<true>> {
  const known: (ChosenMailbox & { readonly detail: string })[] = [];
  let placeholder = 'The mailbox that the message arrives in';
  try {
    for await (const page of mailboxes.all())
      for (const { id, address, label, status } of page)
        if (address != null && status === 'active') known.push({ id, address, detail: label ?? '' });
  } catch {
    placeholder = 'The mailboxes could not be read';
  }
  const items = known.map(({ detail, ...reference }) => ({
    label: `$(mail) ${reference.address}`,
    description: detail,
    reference,
  }));
  const { chosen } = draft;
  const isAnswered = 'mailbox' in chosen;
  const picked = await askReference(position, 'Mailbox', items, chosen.mailbox, isAnswered, placeholder);
  return stored(picked, ({ reference }) => (draft.chosen = { ...chosen, mailbox: reference }));
}

interface ReferenceItem<T> extends vscode.QuickPickItem {
  /** Undefined to fill in the value later. */
  readonly reference: T | undefined;
}

function referenceItem(reference: NamedReference): ReferenceItem<NamedReference> {
  return { label: reference.name, description: reference.detail ?? '', reference };
}

/** Prompts for one of the items, or for none; an earlier answer is preselected. */
async function askReference<T extends { readonly id: string }>(
  position: QuestionPosition,
  name: string,
  known: readonly ReferenceItem<T>[],
  chosen: T | undefined,
  isAnswered: boolean,
  placeholder?: string,
): Promise<Answer<ReferenceItem<T>>> {
  const items: readonly ReferenceItem<T>[] = [...known, LATER];
  const active = isAnswered ? items.find(({ reference }) => reference?.id === chosen?.id) : undefined;
  return askItem(position, { name, items, active, ...(placeholder === undefined ? {} : { placeholder }) });
}

async function askDestination(position: QuestionPosition, draft: Draft): Promise<Answer<true>> {
  const folder = await defaultFolder();
  const file = await freeFlowFile(folder, fileNameOf(draft.name ?? ''));
  const untitled = file.with({ scheme: 'untitled' });
  const path = vscode.workspace.asRelativePath(file);
  const ways = [
    { icon: '$(list-tree)', words: 'Open in Visual Editor', isVisual: true },
    { icon: '$(go-to-file)', words: 'Open as Text', isVisual: false },
  ];
  const saved = ways.map<Destination>(({ icon, words, isVisual }) => ({
    label: `${icon} Save and ${words}`,
    description: path,
    file,
    isVisual,
  }));
  const unsaved = ways.map<Destination>(({ icon, words, isVisual }) => ({
    label: `${icon} ${words}`,
    description: 'without saving it yet',
    file: untitled,
    isVisual,
  }));
  const picked = await askItem(position, {
    name: 'Location',
    items: folder ? [...saved, ...unsaved] : unsaved,
  });
  return stored(picked, destination => (draft.destination = destination));
}

/** Returns the folder of the active flow file, or else the only workspace folder, or prompts for one. */
async function defaultFolder(): Promise<vscode.Uri | undefined> {
  const beside = activeFlowFile();
  if (beside && vscode.workspace.getWorkspaceFolder(beside)) return vscode.Uri.joinPath(beside, '..');
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return folders[0]?.uri;
  return (await dialogs.showWorkspaceFolderPick({ placeHolder: 'The folder of the new flow' }))?.uri;
}

async function show(
  { file, isVisual }: Destination,
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
  if (length === 0) return 'Enter a name.';
  return length > Limits.flowName
    ? `A name has at most ${Limits.flowName} characters; this one has ${length}.`
    : undefined;
}

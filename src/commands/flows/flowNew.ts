import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { Device } from '../../contract/records/device.ts';
import type { Mailbox } from '../../contract/records/mailbox.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { readFlowBody } from '../../deploy/readFlowBody.ts';
import { createFlowFile } from '../../flow/deploy/pulledFile.ts';
import { Limits } from '../../contract/limits.ts';
import type { CatalogAction, FlowCatalog, NamedReference } from '../../flow/catalog.ts';
import { parseValue } from '../../flow/document/jsonTree.ts';
import { memberOf } from '../../util/isObject.ts';
import {
  type ChosenDevice,
  type ChosenMailbox,
  type ChosenReferences,
  FORM_APP,
} from '../../flow/new/flowTemplates.ts';
import {
  fileNameOf,
  fillFlow as fillText,
  firstGap,
  isSettled,
  newFlowText,
} from '../../flow/new/newFlow.ts';
import { messagesLeft, offeredMailboxes, offeredTriggers, triggerByHand } from '../../flow/new/offered.ts';
import { deviceSummary, isUsableState, platformOf } from '../../wording/deviceLabels.ts';
import { dialogs } from '../../host/dialogs.ts';
import { writeNewFlow } from '../../appState/changeFile.ts';
import { isInCustomEditor } from '../../host/activeTab.ts';
import { editDocument } from '../../host/editDocument.ts';
import { freeFlowFile } from '../../host/flowFiles.ts';
import { activeFlowFile } from './flowFiles.ts';
import { cachedOrLoadedCatalog } from './knownCatalog.ts';
import { askRun, askStart, askTemplate, RECORDING, type StartItem } from './newFlowStart.ts';
import { pickSteps } from './pickSteps.ts';
import { showInFile } from './showInFile.ts';
import { trialFile } from './trialTarget.ts';
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

/** The answers to the questions about a new flow. */
interface Draft {
  start?: StartItem;
  actions: readonly CatalogAction[];
  run?: Execution;
  name?: string;
  triggerId?: string;
  chosen: ChosenReferences;
  /** Those that are offered; undefined until a template needs one. */
  mailboxes?: readonly ReferenceItem<ChosenMailbox>[] | undefined;
  destination?: Destination;
  /** True if it is certain that the flow begins with a recording. */
  isRecorded?: boolean;
  /** Set for a file that is filled: whether it names its trigger and a device. */
  filled?: { readonly hasTrigger: boolean; readonly hasDevice: boolean };
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

/** The most phones that are asked whether they have an app. */
const MAX_ASKED = 3;

const LATER = { label: '$(edit) Fill In Later', reference: undefined };

/** Creates a flow file. The answers of a flow that was not finished are kept, and offered the next time. */
export const newFlow = createNewFlowHandler();

function createNewFlowHandler(): (services: Services) => Promise<void> {
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
  services: Services,
  begun: Draft | undefined,
  keep: (draft: Draft | undefined) => void,
  certain?: StartItem,
): Promise<void> {
  const catalog = await cachedOrLoadedCatalog(services);
  const draft: Draft = { actions: [], chosen: {} };
  if (certain) Object.assign(draft, { start: certain, isRecorded: true });
  takeOnlyChoices(draft, catalog, services);
  const questions = (): readonly Question[] => questionsOf(draft, begun, catalog, services);
  const isAnswered = await askInTurn('New Flow', questions, 'afterFirst');
  // The flow may also fail to be read or written.
  keep(draft.start ? draft : begun);
  if (!isAnswered) return;
  takeDefaults(draft, catalog, services);
  const { start, chosen } = draft;
  // The steps of a recording appear in the visual editor.
  const destination = draft.destination ?? (await destinations(draft))[0];
  if (!destination) return;
  const text = await textOf(draft, services, catalog);
  await writeNewFlow(destination.file, text);
  keep(undefined);
  const isRecorded = start?.way === 'recording' && chosen.device;
  await showInFile(destination, isRecorded ? undefined : firstGap(text, catalog), services.flowEditors);
  if (isRecorded) await services.devicePanels.record(isRecorded.id, services.scope, destination.file);
  if (start?.way === 'run' && draft.run) services.runs.show(destination.file, draft.run);
}

/** Creates a flow file and records a device into it. */
export async function recordNewFlow(services: Services): Promise<void> {
  await createAndOpen(services, undefined, () => undefined, RECORDING);
}

/** Fills a flow file without steps from a template, as one edit in its editor. What the file already says stays. */
export async function fillFlow(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = trialFile(given);
  if (!file) return;
  const document = await vscode.workspace.openTextDocument(file);
  const catalog = await cachedOrLoadedCatalog(services);
  const flow: unknown = parseValue(document.getText());
  const [deviceId] = settingIds(flow);
  const named = catalog.devices?.find(({ id }) => id === deviceId);
  const draft: Draft = {
    actions: [],
    chosen: named ? { device: withPlatform(named, services) } : {},
    filled: { hasTrigger: isSettled(memberOf(flow, 'triggerId')), hasDevice: deviceId !== undefined },
  };
  takeOnlyChoices(draft, catalog, services);
  const questions = (): readonly Question[] => questionsOf(draft, undefined, catalog, services);
  if (!(await askInTurn('Fill from Template', questions, 'afterFirst'))) return;
  const { start, triggerId = '' } = draft;
  const chosen = await withFormApp(services, draft, catalog.devices);
  const plan = { name: start?.title ?? '', triggerId, steps: start?.steps ?? [], chosen };
  const outcome = fillText(document.getText(), plan);
  if (outcome.kind === 'refused') throw new Error(outcome.sentence);
  const isVisual = isInCustomEditor(file);
  if (!(await editDocument(document, outcome.edits)))
    throw new Error('VS Code did not allow the file to be changed, so it is as it was.');
  await showInFile({ file, isVisual }, firstGap(document.getText(), catalog), services.flowEditors);
}

/** Returns the choices of a new flow, with the app that the templates use if the phone has it. */
async function withFormApp(
  { catalog }: Services,
  { chosen }: Draft,
  devices: readonly NamedReference[] = [],
): Promise<ChosenReferences> {
  const ids = [...(chosen.device ? [chosen.device] : []), ...devices].map(({ id }) => id);
  for (const deviceId of [...new Set(ids)].slice(0, MAX_ASKED)) {
    // A phone that cannot be reached says nothing, so that another one is asked.
    const apps = await catalog.installedApps.read(deviceId).catch(() => undefined);
    if (apps) return apps.some(({ id }) => id === FORM_APP) ? { ...chosen, formApp: FORM_APP } : chosen;
  }
  return chosen;
}

/** Takes what a question would offer as the only choice, so that it is not asked. */
function takeOnlyChoices(draft: Draft, catalog: FlowCatalog, services: Services): void {
  const only = <T>(all: readonly T[] = []): T | undefined => (all.length === 1 ? all[0] : undefined);
  const [trigger, device, webhook] = [only(catalog.triggers), only(catalog.devices), only(catalog.webhooks)];
  const { chosen } = draft;
  if (trigger) draft.triggerId ??= trigger.id;
  draft.chosen = {
    ...(device ? { device: withPlatform(device, services) } : {}),
    ...(webhook ? { webhook } : {}),
    ...chosen,
  };
}

/** Takes what a flow without questions about its trigger and its phone needs, so that it has no errors at first. */
function takeDefaults(draft: Draft, catalog: FlowCatalog, services: Services): void {
  const { start, chosen } = draft;
  if (start?.way !== 'empty' && start?.way !== 'recording') return;
  draft.triggerId ??= triggerByHand(catalog.triggers)?.id ?? '';
  const shown = services.devicePanels.shownIn(services.scope);
  const device = chosen.device ?? catalog.devices?.find(({ id }) => shown.includes(id));
  if (device) draft.chosen = { ...chosen, device: withPlatform(device, services) };
}

function withPlatform(device: NamedReference, { devices }: Services): ChosenDevice {
  return { ...device, platform: platformOf(devices.byId(device.id)?.type) };
}

function settingIds(flow: unknown): readonly string[] {
  const ids = memberOf(flow, 'deviceIds');
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [];
}

async function textOf(draft: Draft, services: Services, catalog: FlowCatalog): Promise<string> {
  const { start, name = '', chosen, run, triggerId = '' } = draft;
  const flowId = run?.flowId;
  if (start?.way === 'run' && flowId != null) {
    const { body } = await withCancel('Reading the flow of the run', async signal =>
      readFlowBody(await services.session.client(), flowId, catalog, { signal }),
    );
    return createFlowFile({ ...body, name: name.trim() });
  }
  const steps = start?.way === 'actions' ? draft.actions.map(action => ({ action })) : (start?.steps ?? []);
  const known = start?.steps.length ? await withFormApp(services, draft, catalog.devices) : chosen;
  return newFlowText({ name: name.trim(), triggerId, steps, chosen: known });
}

function questionsOf(
  draft: Draft,
  begun: Draft | undefined,
  catalog: FlowCatalog,
  services: Services,
): readonly Question[] {
  const { start: chosenStart, filled } = draft;
  const { way, uses = [] } = chosenStart ?? {};
  const { devices = [], triggers = [], webhooks = [] } = catalog;
  const start: Question = async position => {
    const answer = await askBeginning(position, draft, begun, catalog);
    if (draft.start?.uses?.includes('mailbox') === true) draft.mailboxes ??= await activeMailboxes(services);
    const [mailbox, ...others] = draft.mailboxes ?? [];
    if (mailbox?.reference && others.length === 0)
      draft.chosen = { ...draft.chosen, mailbox: mailbox.reference };
    return answer;
  };
  const device: Question = position => askDevice(position, draft, devices, services);
  const name: Question = position => askFlowName(position, draft);
  const destination: Question = position => askDestination(position, draft);
  if (way === 'recording') {
    if (devices.length === 0) throw new Error('A recording needs a device, and this connection lists none.');
    return [...(draft.isRecorded === true ? [] : [start]), device, name];
  }
  if (way === 'empty') return [start, name, destination];
  if (way === 'run') return [start, position => askRunOf(position, draft, services), name, destination];
  return [
    start,
    ...(way === 'actions' ? [(position: QuestionPosition) => askActions(position, draft, catalog)] : []),
    ...(filled ? [] : [name]),
    ...(triggers.length > 1 && filled?.hasTrigger !== true
      ? [(position: QuestionPosition) => askTrigger(position, draft, triggers)]
      : []),
    ...(devices.length > 1 && filled?.hasDevice !== true ? [device] : []),
    ...(uses.includes('mailbox') && draft.mailboxes?.length !== 1
      ? [(position: QuestionPosition) => askMailbox(position, draft)]
      : []),
    ...(uses.includes('webhook') && webhooks.length > 1
      ? [(position: QuestionPosition) => askWebhook(position, draft, webhooks)]
      : []),
    ...(filled ? [] : [destination]),
  ];
}

async function askBeginning(
  position: QuestionPosition,
  draft: Draft,
  begun: Draft | undefined,
  catalog: FlowCatalog,
): Promise<Answer<true>> {
  const title = begun?.name ?? begun?.start?.title;
  if (draft.filled)
    return stored(await askTemplate(position, catalog, draft.start), start => (draft.start = start));
  const picked = await askStart(position, catalog, title, draft.start);
  return stored(picked, start => {
    if (start.way === 'continue') Object.assign(draft, begun);
    else draft.start = start;
  });
}

async function askRunOf(position: QuestionPosition, draft: Draft, services: Services): Promise<Answer<true>> {
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
  const picked = await pickSteps(position, catalog, draft.actions, keep);
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
    offeredTriggers(triggers).map(referenceItem),
    chosen,
    triggerId !== undefined,
    'What starts the flow?',
  );
  return stored(picked, ({ reference }) => (draft.triggerId = reference?.id ?? ''));
}

// Those that a panel shows come first, and those that are not usable last.
async function askDevice(
  position: QuestionPosition,
  draft: Draft,
  references: readonly NamedReference[],
  { devices, devicePanels, scope }: Services,
): Promise<Answer<true>> {
  const shown = devicePanels.shownIn(scope);
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
  const rank = ({ reference, isUsable }: (typeof known)[number]): number =>
    isUsable ? Number(!shown.includes(reference.id)) : 2;
  const sorted = known.toSorted((one, other) => rank(one) - rank(other));
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

/** Returns the active mailboxes; undefined if they cannot be read. */
async function activeMailboxes({
  mailboxes,
}: Services): Promise<readonly ReferenceItem<ChosenMailbox>[] | undefined> {
  const active: Mailbox[] = [];
  try {
    for await (const page of mailboxes.all())
      active.push(...page.filter(({ status }) => status === 'active'));
  } catch {
    return undefined;
  }
  return offeredMailboxes(active).flatMap(mailbox => {
    const { id, address, label } = mailbox;
    if (address == null) return [];
    const facts = [label ?? '', messagesLeft(mailbox) === 0 ? 'takes no more messages' : ''].filter(Boolean);
    return [{ label: `$(mail) ${address}`, description: facts.join(' · '), reference: { id, address } }];
  });
}

async function askMailbox(position: QuestionPosition, draft: Draft): Promise<Answer<true>> {
  const { chosen, mailboxes } = draft;
  const placeholder = mailboxes
    ? 'The mailbox that the message arrives in'
    : 'The mailboxes could not be read';
  const isAnswered = 'mailbox' in chosen;
  const items = mailboxes ?? [];
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
  const picked = await askItem(position, { name: 'Location', items: await destinations(draft) });
  return stored(picked, destination => (draft.destination = destination));
}

/** Returns the files and editors for a new flow; the first is saved and visual, if there is a folder. */
async function destinations(draft: Draft): Promise<readonly Destination[]> {
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
  return folder ? [...saved, ...unsaved] : unsaved;
}

/** Returns the folder of the active flow file, or else the only workspace folder, or prompts for one. */
async function defaultFolder(): Promise<vscode.Uri | undefined> {
  const beside = activeFlowFile();
  if (beside && vscode.workspace.getWorkspaceFolder(beside)) return vscode.Uri.joinPath(beside, '..');
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return folders[0]?.uri;
  return (await dialogs.showWorkspaceFolderPick({ placeHolder: 'The folder of the new flow' }))?.uri;
}

function nameProblem(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return 'Enter a name.';
  return length > Limits.flowName
    ? `A name has at most ${Limits.flowName} characters; this one has ${length}.`
    : undefined;
}

import * as vscode from 'vscode';
import { Limits } from '../contract/limits.ts';
import type { CatalogueAction, FlowCatalogue, NamedReference } from '../flow/catalogue.ts';
import type { TextRange } from '../flow/document/diagnostic.ts';
import {
  type ChosenMailbox,
  type ChosenReferences,
  type FlowTemplate,
  FORM_APP,
} from '../flow/new/flowTemplates.ts';
import { fileNameOf, firstGap, newFlowText, type PlannedStep, usableTemplates } from '../flow/new/newFlow.ts';
import { dialogs } from '../host/dialogs.ts';
import { freeFlowFile, writeNewFlow } from '../host/newFlowFile.ts';
import { FLOW_EDITOR } from '../manifest.ts';
import { activeFlowFile } from './flowFiles.ts';
import { cachedOrLoadedCatalogue } from './knownCatalogue.ts';
import { pickSteps } from './pickSteps.ts';
import { type Answer, askInTurn, askItem, askText, type Place, type Question, stored } from './questions.ts';
import type { FlowEditorApi, Services } from './services.ts';

/** The answers to the questions about a new flow. */
interface Draft {
  start?: StartItem;
  actions: readonly CatalogueAction[];
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
export async function newFlow(services: Services): Promise<void> {
  const catalogue = await cachedOrLoadedCatalogue(services);
  const isSandbox = services.session.connection?.kind === 'sandbox';
  const draft: Draft = { actions: [], chosen: isSandbox ? { formApp: FORM_APP } : {} };
  if (!(await askInTurn('New Flow', () => questionsOf(draft, catalogue, services)))) return;
  const { start, name = '', triggerId = '', chosen, home } = draft;
  if (!start || !home) return;
  const steps = start.isPicked === true ? draft.actions.map(action => ({ action })) : start.steps;
  const text = newFlowText({ name: name.trim(), triggerId, steps, chosen });
  await writeNewFlow(home.file, text);
  await show(home, firstGap(text, catalogue), services.flowEditors);
}

function questionsOf(draft: Draft, catalogue: FlowCatalogue, services: Services): readonly Question[] {
  const { isPicked = false, uses = [] } = draft.start ?? {};
  const { devices = [], triggers = [], webhooks = [] } = catalogue;
  const { chosen } = draft;
  const ask =
    (name: string, references: readonly NamedReference[], key: 'device' | 'webhook'): Question =>
    async place =>
      stored(
        await askThing(place, name, references, chosen[key], key in chosen),
        ({ reference }) => (draft.chosen = { ...draft.chosen, [key]: reference }),
      );
  return [
    place => askStart(place, draft, catalogue),
    ...(isPicked ? [(place: Place) => askActions(place, draft, catalogue)] : []),
    place => askFlowName(place, draft),
    ...(triggers.length > 0 ? [(place: Place) => askTrigger(place, draft, triggers)] : []),
    ...(devices.length > 0 ? [ask('Device', devices, 'device')] : []),
    ...(uses.includes('mailbox') ? [(place: Place) => askMailbox(place, draft, services)] : []),
    ...(uses.includes('webhook') && webhooks.length > 0
      ? [ask('Webhook Endpoint', webhooks, 'webhook')]
      : []),
    place => askHome(place, draft),
  ];
}

async function askStart(place: Place, draft: Draft, catalogue: FlowCatalogue): Promise<Answer<true>> {
  const templates = usableTemplates(catalogue).map<StartItem>(({ template, steps }) => ({
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

async function askActions(place: Place, draft: Draft, catalogue: FlowCatalogue): Promise<Answer<true>> {
  const picked = await pickSteps(place, catalogue.searchActions('', Infinity), draft.actions);
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
  const known = triggers.find(({ id }) => id === draft.triggerId);
  const picked = await askThing(place, 'Trigger', triggers, known, draft.triggerId !== undefined);
  return stored(picked, ({ reference }) => (draft.triggerId = reference?.id ?? ''));
}

async function askMailbox(place: Place, draft: Draft, { mailboxes }: Services): Promise<Answer<true>> {
  const known: ChosenMailbox[] = [];
  let placeholder = 'The mailbox that the message arrives in';
  try {
    for await (const page of mailboxes.all())
      for (const { id, address, status } of page)
        if (address != null && status === 'active') known.push({ id, address });
  } catch {
    placeholder = 'The mailboxes could not be read';
  }
  const items = [...known.map(reference => ({ label: `$(mail) ${reference.address}`, reference })), LATER];
  const { chosen } = draft;
  const active = givenBefore(items, chosen.mailbox, 'mailbox' in chosen);
  const picked = await askItem(place, { name: 'Mailbox', items, placeholder, active });
  return stored(picked, ({ reference }) => (draft.chosen = { ...draft.chosen, mailbox: reference }));
}

async function askThing(
  place: Place,
  name: string,
  references: readonly NamedReference[],
  chosen: NamedReference | undefined,
  isAnswered: boolean,
): Promise<Answer<{ readonly reference: NamedReference | undefined }>> {
  const known = references.map(reference => ({
    label: reference.name,
    description: reference.id,
    reference,
  }));
  const items = [...known, { ...LATER, description: '' }];
  return askItem(place, { name, items, active: givenBefore(items, chosen, isAnswered) });
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

/** Returns the item of an earlier answer, which may be to fill in the value later. */
function givenBefore<T extends { readonly reference: { readonly id: string } | undefined }>(
  items: readonly T[],
  chosen: { readonly id: string } | undefined,
  isAnswered: boolean,
): T | undefined {
  return isAnswered ? items.find(({ reference }) => reference?.id === chosen?.id) : undefined;
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

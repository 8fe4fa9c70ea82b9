import * as vscode from 'vscode';
import { Limits } from '../contract/limits.ts';
import type { FlowCatalogue } from '../flow/catalogue.ts';
import { fileNameOf, firstGap, newFlowText, type PlannedStep, usableTemplates } from '../flow/new/newFlow.ts';
import type { TextRange } from '../flow/document/diagnostic.ts';
import { dialogs } from '../host/dialogs.ts';
import { freeFlowFile, writeNewFlow } from '../host/newFlowFile.ts';
import { FLOW_EDITOR } from '../manifest.ts';
import { activeFlowFile } from './flowFiles.ts';
import { catalogueAtHand } from './knownCatalogue.ts';
import { pickInOrder } from './pickInOrder.ts';
import type { FlowEditorHands, Services } from './services.ts';

/** What a new flow begins as. */
interface Beginning {
  readonly title: string;
  readonly steps: readonly PlannedStep[];
}

/** Where a new flow is put, and how it is shown. */
interface Home {
  readonly file: vscode.Uri;
  readonly isVisual: boolean;
}

/**
 * Makes a flow file from a template or from actions that the person picks. What is then still wrong is what only the
 * person knows; the cursor, or in the visual editor the focus, stands at the first of it.
 */
export async function newFlow(services: Services): Promise<void> {
  const catalogue = await catalogueAtHand(services);
  const beginning = await chooseBeginning(catalogue);
  if (!beginning) return;
  const name = await dialogs.showInputBox({
    title: 'New Flow (2/4): Name',
    value: beginning.title,
    validateInput: nameProblem,
  });
  if (name === undefined) return;
  const triggerId = await chooseTrigger(catalogue);
  if (triggerId === undefined) return;
  const home = await chooseHome(name);
  if (!home) return;
  const text = newFlowText({ name: name.trim(), triggerId, steps: beginning.steps });
  await writeNewFlow(home.file, text);
  await show(home, firstGap(text, catalogue), services.flowEditors);
}

async function chooseBeginning(catalogue: FlowCatalogue): Promise<Beginning | undefined> {
  const templates = usableTemplates(catalogue).map(({ template: { title, description }, steps }) => ({
    label: `$(symbol-snippet) ${title}`,
    detail: `${description[0]?.toUpperCase() ?? ''}${description.slice(1)}`,
    beginning: async () => Promise.resolve<Beginning>({ title, steps }),
  }));
  const own = {
    label: '$(list-ordered) Pick Actions…',
    detail: 'Steps in the order in which you pick their actions',
    beginning: async () => pickSteps(catalogue),
  };
  const picked = await dialogs.showQuickPick([...templates, own], {
    title: 'New Flow (1/4): Starting Point',
    matchOnDetail: true,
  });
  return picked?.beginning();
}

async function pickSteps(catalogue: FlowCatalogue): Promise<Beginning | undefined> {
  const actions = catalogue.searchActions('', Infinity);
  const items = actions.map(action => ({
    label: action.name,
    description: action.service ?? '',
    ...(action.description ? { detail: action.description } : {}),
    action,
  }));
  const picked = await pickInOrder('New Flow (1/4): Actions', items);
  return picked && { title: 'New flow', steps: picked.map(({ action }) => ({ action })) };
}

async function chooseTrigger({ triggers = [] }: FlowCatalogue): Promise<string | undefined> {
  if (triggers.length === 0) return '';
  const later = { label: '$(edit) Fill It In Later', description: '', id: '' };
  const known = triggers.map(({ id, name }) => ({ label: `$(zap) ${name}`, description: id, id }));
  const picked = await dialogs.showQuickPick([...known, later], { title: 'New Flow (3/4): Trigger' });
  return picked?.id;
}

async function chooseHome(name: string): Promise<Home | undefined> {
  const folder = await homeFolder();
  const file = await freeFlowFile(folder, fileNameOf(name));
  const untitled = file.with({ scheme: 'untitled' });
  const path = vscode.workspace.asRelativePath(file);
  const ways = [
    { icon: '$(list-tree)', words: 'Open in Visual Editor', isVisual: true },
    { icon: '$(go-to-file)', words: 'Open as Text', isVisual: false },
  ];
  const saved = ways.map(({ icon, words, isVisual }) => ({
    label: `${icon} Save and ${words}`,
    description: path,
    file,
    isVisual,
  }));
  const unsaved = ways.map(({ icon, words, isVisual }) => ({
    label: `${icon} ${words}`,
    description: 'without saving it yet',
    file: untitled,
    isVisual,
  }));
  const items = folder ? [...saved, ...unsaved] : unsaved;
  return dialogs.showQuickPick(items, { title: 'New Flow (4/4): Where' });
}

/** The folder of the flow file in front, else the first one of the workspace. */
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
  editors: FlowEditorHands,
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

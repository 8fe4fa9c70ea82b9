import * as vscode from 'vscode';
import type { RecordedFile } from '../appState/recordings.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { openDocument } from '../host/files.ts';
import { dialogs } from '../host/dialogs.ts';
import { findFlowFiles } from '../host/flowFiles.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { triggerByHand } from '../flow/new/offered.ts';
import type { FlowEdit, StepPath } from '../flow/edit/flowEdit.ts';
import type { EditReply } from '../protocol/flowEditor.ts';
import { applyFlowEdits, READ_ONLY } from './applyFlowEdit.ts';
import { changeParams } from './changeParams.ts';
import { DocumentText, isEditable, revealOffset } from './documentFile.ts';
import { fileItem, isFlow, NEW_FILE, openFlows, openNewFlow } from './insertSteps.ts';
import { placeAt } from './placedProblems.ts';
import { RecordedSteps, type StepFile } from './recordedSteps.ts';
import { placedSteps, rangeOfStep } from './stepCards.ts';

const MAX_FILES = 500;

/** Returns the flow file in sight: the active one, or else the only one that is shown beside. */
export function flowInSight(): vscode.Uri | undefined {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const shown = (group: vscode.TabGroup): readonly vscode.Uri[] => {
    const input = group.activeTab?.input;
    const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
    return isFile && isFlow(input.uri) ? [input.uri] : [];
  };
  const [active] = shown(activeTabGroup);
  const uris = new Map(all.flatMap(shown).map(uri => [uri.toString(), uri]));
  return active ?? (uris.size === 1 ? [...uris.values()][0] : undefined);
}

/**
 * Asks for the flow file that a device is recorded into: an open one, a new one with a trigger of the catalog, or another
 * of the workspace.
 */
export async function chooseFileToRecord(
  deviceId: string,
  { triggers }: FlowCatalog,
): Promise<vscode.Uri | undefined> {
  const open = openFlows();
  const isOpen = new Set(open.map(String));
  const others = (await findFlowFiles({ most: MAX_FILES })).filter(uri => !isOpen.has(uri.toString()));
  const picked = await dialogs.showQuickPick([...open.map(fileItem), NEW_FILE, ...others.map(fileItem)], {
    title: 'Record Into',
    placeHolder: 'Choose the flow that gets the steps',
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  if (!picked.uri) return openNewFlow([], deviceId, triggerByHand(triggers)?.id ?? '');
  if (!isOpen.has(picked.uri.toString())) {
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    await vscode.window.showTextDocument(picked.uri, options);
  }
  return picked.uri;
}

/**
 * Returns a flow file as the destination of a recording; `visual` returns its visual editor, if there is one. Throws if
 * the file is read-only.
 */
export async function recordedFile(
  documents: FlowDocuments,
  uri: vscode.Uri,
  visual: () => StepFile | undefined,
): Promise<RecordedFile> {
  if (!(await isEditable(await vscode.workspace.openTextDocument(uri)))) throw new Error(READ_ONLY);
  const read = (): Promise<StepFile> => Promise.resolve(visual() ?? textFile(documents, uri));
  return new RecordedSteps(uri.toString(), read, (step, change) =>
    changeParams(documents, uri, step, change),
  );
}

/** Returns a flow file without a visual editor. Throws if it is closed. */
function textFile(documents: FlowDocuments, uri: vscode.Uri): StepFile {
  const document = openDocument(uri);
  if (!document) throw new Error(`${vscode.workspace.asRelativePath(uri)} was closed.`);
  const flow = documents.parse(document);
  const editor = vscode.window.visibleTextEditors.find(visible => visible.document === document);
  const { version } = document;
  return {
    version,
    steps: placedSteps(flow),
    cursor: editor && placeAt(flow, document.offsetAt(editor.selection.active)).step,
    apply: async (edits: readonly FlowEdit[], cursor?: StepPath): Promise<EditReply> => {
      const reply = await applyFlowEdits({ file: new DocumentText(document) }, version, edits);
      const step = reply.kind === 'done' ? (reply.steps.at(-1) ?? cursor) : undefined;
      const range = step && rangeOfStep(documents.parse(document), step);
      if (editor && range) revealOffset(editor, range.start);
      return reply;
    },
  };
}

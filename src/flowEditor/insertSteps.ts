import * as vscode from 'vscode';
import type { NewStep } from '../flow/edit/flowEdit.ts';
import { dialogs } from '../host/dialogs.ts';
import { openDocument } from '../host/files.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { writeNewFlow } from '../appState/changeFile.ts';
import { freeFlowFile, isFlowDocument } from '../host/flowFiles.ts';
import { DOCUMENT_SCHEME } from '../manifest.ts';
import type { EditReply } from '../protocol/flowEditor.ts';
import { insertAtCursor } from './insertIntoText.ts';
import { insertStepsEdit } from '../flow/edit/stepActions.ts';

/** A destination of steps: an open flow file, or a new one. */
interface InsertTarget extends vscode.QuickPickItem {
  /** Undefined for a new file. */
  readonly uri: vscode.Uri | undefined;
}

/** The choice of a new file. */
export const NEW_FILE: InsertTarget = {
  label: '$(new-file) New Flow File',
  description: 'not saved yet',
  uri: undefined,
};

/** Returns the choice of a flow file. */
export function fileItem(uri: vscode.Uri): InsertTarget {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return { label: `$(file) ${name}`, description: vscode.workspace.asRelativePath(uri), uri };
}

/** Lets the user choose an open flow file or a new one; returns undefined on cancel. */
export async function chooseTarget(count: number): Promise<InsertTarget | undefined> {
  const title = count === 1 ? 'Insert One Step Into' : `Insert ${count} Steps Into`;
  const open = openFlows().map(fileItem);
  return dialogs.showQuickPick([...open, NEW_FILE], {
    title,
    placeHolder: open.length > 0 ? 'After its selected step, or at its end' : 'No flow file is open',
    ignoreFocusOut: true,
  });
}

/** Inserts steps into a flow file that no visual editor shows: after the step at the cursor, or at the end. */
export async function insertIntoFile(
  documents: FlowDocuments,
  uri: vscode.Uri,
  steps: readonly NewStep[],
): Promise<EditReply> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = vscode.window.visibleTextEditors.find(visible => visible.document === document);
  return insertAtCursor(documents, document, editor, to => insertStepsEdit(to, steps));
}

/** Opens an unsaved flow file with steps for a device, and a trigger if one is known, in a column beside the active editor. */
export async function openNewFlow(
  steps: readonly NewStep[],
  deviceId: string,
  triggerId: string,
): Promise<vscode.Uri> {
  const flow = {
    name: 'Recorded on a device',
    ...(triggerId === '' ? {} : { triggerId }),
    deviceIds: [deviceId],
    actions: steps.map(({ actionId, ...step }, index) => ({ actionId, position: index + 1, ...step })),
  };
  const content = `${JSON.stringify(flow, undefined, 2)}\n`;
  const file = await freeFlowFile(vscode.workspace.workspaceFolders?.[0]?.uri, 'recorded');
  const untitled = file.with({ scheme: 'untitled' });
  await writeNewFlow(untitled, content);
  await vscode.window.showTextDocument(untitled, { viewColumn: vscode.ViewColumn.Beside });
  return untitled;
}

/** Returns the flow files that have a tab. */
export function openFlows(): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const uris = tabs.flatMap(({ input }) => {
    const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
    return isFile && isFlow(input.uri) ? [input.uri] : [];
  });
  return [...new Map(uris.map(uri => [uri.toString(), uri])).values()];
}

/** Returns true for a flow file that can be changed. */
export function isFlow(uri: vscode.Uri): boolean {
  if (uri.scheme === DOCUMENT_SCHEME) return false;
  const document = openDocument(uri);
  return document ? isFlowDocument(document) : uri.path.endsWith('.flow.json');
}

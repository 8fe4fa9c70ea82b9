import * as vscode from 'vscode';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { ShownRun, ShownRuns } from '../appState/shownRuns.ts';
import { stepOutcomes } from '../flow/run/stepOutcomes.ts';
import { FLOW_DOCUMENTS } from '../host/flowFiles.ts';
import { Command } from '../manifest.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { toRange } from './convert.ts';

/**
 * Links the action of each step that ran to its evidence, as long as the file shows a run. VS Code puts the link into
 * the hover over the action. A hover of the extension cannot contain it, because its Markdown runs no commands.
 */
export function showTraceLinks(documents: FlowDocuments, runs: ShownRuns): Disposable {
  const owned = new Disposables();
  const provider: vscode.DocumentLinkProvider = {
    provideDocumentLinks: document => linksIn(document, documents, runs.of(document.uri)),
  };
  const states = new Map<string, string>();
  let registered: vscode.Disposable | undefined;
  // VS Code requests the links of an unchanged document again only after a provider is registered.
  const follow = (file: vscode.Uri): void => {
    const run = runs.of(file);
    const state = run && `${run.execution.id} ${run.steps.map(({ status }) => status).join(' ')}`;
    if (states.get(file.toString()) === state) return;
    if (state === undefined) states.delete(file.toString());
    else states.set(file.toString(), state);
    registered?.dispose();
    registered = vscode.languages.registerDocumentLinkProvider(FLOW_DOCUMENTS, provider);
  };
  owned.add(runs.onDidChange(follow));
  for (const { uri } of vscode.workspace.textDocuments) follow(uri);
  owned.add({ dispose: () => void registered?.dispose() });
  return owned;
}

function linksIn(
  document: vscode.TextDocument,
  documents: FlowDocuments,
  run: ShownRun | undefined,
): vscode.DocumentLink[] {
  const flow = documents.get(document);
  // No service knows the run of a test.
  if (!flow || !run || run.isTest) return [];
  return stepOutcomes(flow, run.steps, run.text).flatMap(({ path, state, action }) => {
    if (!action || state === 'skipped') return [];
    const step = path.filter(part => typeof part === 'number');
    const given = encodeURIComponent(JSON.stringify([document.uri, step]));
    const target = vscode.Uri.parse(`command:${Command.showInTrace}?${given}`);
    const link = new vscode.DocumentLink(toRange(document, action), target);
    link.tooltip = 'Show in Trace';
    return [link];
  });
}

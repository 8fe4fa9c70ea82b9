import * as vscode from 'vscode';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { setContext } from '../host/commands.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import { ContextKey } from '../manifest.ts';
import { Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';

/** Shows the selected executions at the steps of their flow files in all visible editors. */
export function showRunsInEditors(
  openDocuments: () => Promise<FlowDocuments>,
  runs: ShownRuns,
  deviceName: (id: string) => string,
): Disposables {
  const disposables = new Disposables();
  const shown = new Set<string>();
  const openDecorations = once(async () => {
    const { StepDecorations } = await import('./stepDecorations.ts');
    return disposables.add(new StepDecorations(await openDocuments()));
  });
  const update = async (editors: readonly vscode.TextEditor[]): Promise<void> => {
    if (editors.length === 0) return;
    const decorations = await openDecorations();
    for (const editor of editors) decorations.show(editor, runs.of(editor.document.uri), deviceName);
  };
  const editorsOf = (uri: vscode.Uri): vscode.TextEditor[] =>
    vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());
  disposables.add(
    runs.onDidChange(file => {
      if (runs.of(file)) shown.add(file.toString());
      else shown.delete(file.toString());
      const paths = [...shown].map(address => vscode.Uri.parse(address).fsPath);
      setContext(ContextKey.filesWithRun, paths);
      void update(editorsOf(file));
    }),
  );
  disposables.add(
    vscode.window.onDidChangeVisibleTextEditors(editors => {
      void update(editors.filter(({ document }) => shown.has(document.uri.toString())));
    }),
  );
  disposables.add(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (shown.has(document.uri.toString())) void update(editorsOf(document.uri));
    }),
  );
  return disposables;
}

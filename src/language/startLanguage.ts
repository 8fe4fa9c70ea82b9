import * as vscode from 'vscode';
import type { Documents } from '../host/documents.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import { activeTab } from '../host/activeTab.ts';
import { setContext } from '../host/commands.ts';
import { isFlowDocument } from '../host/flowFiles.ts';
import { ContextKey } from '../manifest.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import type { RepairsOf } from './repairFixes.ts';
import type { WorkspaceCheck } from './workspaceCheck.ts';

/** The language support for flow files. */
export interface Language extends Disposable {
  /** Checks every flow file of the workspace; from then on, shows the diagnostics of closed files too. */
  readonly checkAll: WorkspaceCheck['checkAll'];
}

/** The parts of the window that the language support uses. */
interface LanguageParts {
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
  readonly catalog: CatalogStore;
  readonly session: Session;
  readonly documents: Documents;
  readonly runs: ShownRuns;
  readonly log: vscode.LogOutputChannel;
  readonly repairsOf: RepairsOf;
}

/** Loads the language support when the first flow file is opened. */
export function startLanguage({
  openFlowDocuments,
  catalog,
  session,
  documents: shown,
  runs,
  log,
  repairsOf,
}: LanguageParts): Language {
  const owned = new Disposables();
  const start = async (): Promise<void> => {
    try {
      catalog.start();
      const [documents, { registerLanguage }] = await Promise.all([
        openFlowDocuments(),
        import('./registerLanguage.ts'),
      ]);
      owned.add(registerLanguage(documents, catalog, session, shown, runs, repairsOf));
    } catch (error) {
      log.error('The help for flow files cannot be loaded.', String(error));
    }
  };
  let hasStarted = false;
  const look = (document: vscode.TextDocument): void => {
    if (hasStarted || !isFlowDocument(document)) return;
    hasStarted = true;
    // The keys of the debugger work while the rest loads.
    owned.add(followFlowInFront());
    void start();
  };
  owned.add(vscode.workspace.onDidOpenTextDocument(look));
  // An untitled document becomes a flow file once a flow is typed or pasted into it.
  owned.add(vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)));
  for (const document of vscode.workspace.textDocuments) look(document);
  const openCheck = once(async () => {
    const { WorkspaceCheck } = await import('./workspaceCheck.ts');
    return owned.add(new WorkspaceCheck(await openFlowDocuments(), catalog));
  });
  return {
    checkAll: async (progress, signal) => (await openCheck()).checkAll(progress, signal),
    dispose: () => owned.dispose(),
  };
}

// Breakpoints can be set only in flow files.
function followFlowInFront(): Disposable {
  const follow = (): void => {
    setContext(ContextKey.flowInFront, activeTab()?.file.path.endsWith('.flow.json') === true);
  };
  follow();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(follow),
    vscode.window.tabGroups.onDidChangeTabGroups(follow),
  );
}

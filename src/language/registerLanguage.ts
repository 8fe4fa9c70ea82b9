import * as vscode from 'vscode';
import type { Documents } from '../host/documents.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import { FLOW_DOCUMENTS } from '../host/flowFiles.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import { showCatalogStatus } from './catalogStatus.ts';
import { COMPLETION_TRIGGERS, completionProvider } from './completionProvider.ts';
import { DiagnosticsFeed } from './diagnosticsFeed.ts';
import { fixProvider } from './fixProvider.ts';
import { definitionProvider, referenceProvider, renameProvider } from './referenceProvider.ts';
import type { RepairsOf } from './repairFixes.ts';
import { hoverProvider, inlayHintsProvider, symbolProvider } from './readingProviders.ts';

/** Registers the diagnostics, the status item and all language features of flow files. */
export function registerLanguage(
  documents: FlowDocuments,
  store: CatalogStore,
  session: Session,
  shown: Documents,
  runs: ShownRuns,
  repairsOf: RepairsOf,
): Disposable {
  const owned = new Disposables();
  const onDidReplaceCatalog = catalogReplacements(store, owned);
  const feed = owned.add(new DiagnosticsFeed(documents, onDidReplaceCatalog));
  owned.add(showCatalogStatus(store, session));

  const { languages } = vscode;
  const completion = completionProvider(documents, store);
  owned.add(languages.registerCompletionItemProvider(FLOW_DOCUMENTS, completion, ...COMPLETION_TRIGGERS));
  const hover = hoverProvider(documents, store);
  owned.add(languages.registerHoverProvider(FLOW_DOCUMENTS, hover));
  owned.add(registerSymbols(documents, store, onDidReplaceCatalog));
  const hints = inlayHintsProvider(documents, store, onDidReplaceCatalog);
  owned.add(languages.registerInlayHintsProvider(FLOW_DOCUMENTS, hints));
  owned.add(languages.registerReferenceProvider(FLOW_DOCUMENTS, referenceProvider(documents, store)));
  owned.add(
    languages.registerDefinitionProvider(FLOW_DOCUMENTS, definitionProvider(documents, store, shown)),
  );
  owned.add(languages.registerRenameProvider(FLOW_DOCUMENTS, renameProvider(documents, store)));
  const { QuickFix, SourceFixAll } = vscode.CodeActionKind;
  const kinds = { providedCodeActionKinds: [QuickFix, SourceFixAll] };
  const fixes = fixProvider(documents, store, feed);
  owned.add(languages.registerCodeActionsProvider(FLOW_DOCUMENTS, fixes, kinds));
  const showLinks = once(async () =>
    owned.add((await import('./traceLinks.ts')).showTraceLinks(documents, runs)),
  );
  owned.add(runs.onDidChange(() => void showLinks()));
  if (vscode.workspace.textDocuments.some(({ uri }) => runs.of(uri))) void showLinks();
  const repairs: vscode.CodeActionProvider = {
    provideCodeActions: async (document, range) => {
      const found = await repairsOf(document.uri);
      return found && (await import('./repairFixes.ts')).repairFixes(document, range, found, store.catalog);
    },
  };
  const repairKinds = { providedCodeActionKinds: [QuickFix] };
  owned.add(languages.registerCodeActionsProvider(FLOW_DOCUMENTS, repairs, repairKinds));
  return owned;
}

// The store also fires when it begins to read.
function catalogReplacements(store: CatalogStore, owned: Disposables): vscode.Event<void> {
  const replaced = owned.add(new vscode.EventEmitter<void>());
  let { catalog } = store;
  owned.add(
    store.onDidChange(() => {
      if (store.catalog === catalog) return;
      ({ catalog } = store);
      replaced.fire();
    }),
  );
  return replaced.event;
}

// VS Code requests the symbols of the outline and breadcrumbs again only after a provider is registered.
function registerSymbols(
  documents: FlowDocuments,
  store: CatalogStore,
  onDidReplaceCatalog: vscode.Event<void>,
): Disposable {
  const owned = new Disposables();
  const register = (): vscode.Disposable =>
    vscode.languages.registerDocumentSymbolProvider(FLOW_DOCUMENTS, symbolProvider(documents, store));
  let registered = register();
  owned.add(
    onDidReplaceCatalog(() => {
      registered.dispose();
      registered = register();
    }),
  );
  owned.add({ dispose: () => void registered.dispose() });
  return owned;
}

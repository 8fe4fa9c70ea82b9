import * as vscode from 'vscode';
import type { Documents } from '../host/documents.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { showCatalogStatus } from './catalogStatus.ts';
import { COMPLETION_TRIGGERS, completionProvider } from './completionProvider.ts';
import { DiagnosticsFeed } from './diagnosticsFeed.ts';
import { fixProvider } from './fixProvider.ts';
import { FlowDocuments } from './flowDocuments.ts';
import { FLOW_DOCUMENTS } from './flowFiles.ts';
import { definitionProvider, referenceProvider } from './referenceProvider.ts';
import { hoverProvider, inlayHintsProvider, symbolProvider } from './readingProviders.ts';

/** Registers the diagnostics, the status item and all language features of flow files. */
export function registerLanguage(store: CatalogStore, session: Session, shown: Documents): Disposable {
  const owned = new Disposables();
  const documents = owned.add(new FlowDocuments());
  const feed = owned.add(new DiagnosticsFeed(documents, store));
  const renamed = owned.add(new vscode.EventEmitter<void>());
  owned.add(store.onDidChange(() => renamed.fire()));
  owned.add(showCatalogStatus(store, session));

  const { languages } = vscode;
  const completion = completionProvider(documents, store);
  owned.add(languages.registerCompletionItemProvider(FLOW_DOCUMENTS, completion, ...COMPLETION_TRIGGERS));
  owned.add(languages.registerHoverProvider(FLOW_DOCUMENTS, hoverProvider(documents, store)));
  owned.add(registerSymbols(documents, store));
  owned.add(
    languages.registerInlayHintsProvider(FLOW_DOCUMENTS, inlayHintsProvider(documents, store, renamed.event)),
  );
  owned.add(languages.registerReferenceProvider(FLOW_DOCUMENTS, referenceProvider(documents, store)));
  owned.add(
    languages.registerDefinitionProvider(FLOW_DOCUMENTS, definitionProvider(documents, store, shown)),
  );
  const { QuickFix, SourceFixAll } = vscode.CodeActionKind;
  const kinds = { providedCodeActionKinds: [QuickFix, SourceFixAll] };
  owned.add(
    languages.registerCodeActionsProvider(FLOW_DOCUMENTS, fixProvider(documents, store, feed), kinds),
  );
  return owned;
}

// VS Code requests the symbols of the outline and breadcrumbs again only after a provider is registered.
function registerSymbols(documents: FlowDocuments, store: CatalogStore): Disposable {
  const owned = new Disposables();
  const provider = symbolProvider(documents, store);
  const register = (): vscode.Disposable =>
    vscode.languages.registerDocumentSymbolProvider(FLOW_DOCUMENTS, provider);
  let { catalog } = store;
  let registered = register();
  owned.add(
    store.onDidChange(() => {
      if (store.catalog === catalog) return;
      ({ catalog } = store);
      registered.dispose();
      registered = register();
    }),
  );
  owned.add({ dispose: () => void registered.dispose() });
  return owned;
}

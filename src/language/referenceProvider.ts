import * as vscode from 'vscode';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { lineColumns } from '../flow/document/lineColumns.ts';
import { identifiersOf } from '../flow/language/identifiers.ts';
import type { Documents } from '../host/documents.ts';
import { fileText } from '../host/fileText.ts';
import { findFlowFiles } from '../host/findFlowFiles.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowDocuments } from './flowDocuments.ts';
import { isOwn } from './flowFiles.ts';

/** Finds all references to an action, device, trigger or webhook in the flow files of the workspace. */
export function referenceProvider(documents: FlowDocuments, store: CatalogStore): vscode.ReferenceProvider {
  return {
    provideReferences: async (document, position, _context, token) => {
      const flow = documents.get(document);
      if (!flow) return [];
      const offset = document.offsetAt(position);
      const [here] = identifiersOf(flow, store.catalog, { start: offset, end: offset });
      const id = here?.id;
      if (id === undefined) return [];
      const found: vscode.Location[] = [];
      for await (const { uri, text } of flowTexts(documents, token)) {
        if (token.isCancellationRequested) return [];
        if (!text.includes(id)) continue;
        const placeAt = lineColumns(text);
        for (const one of identifiersOf(parseFlow(text), store.catalog)) {
          if (one.id !== id) continue;
          const range = new vscode.Range(...placeAt(one.start), ...placeAt(one.end));
          found.push(new vscode.Location(uri, range));
        }
      }
      return found;
    },
  };
}

/** Opens the parameter schema of an action from its ID. */
export function definitionProvider(
  documents: FlowDocuments,
  store: CatalogStore,
  shown: Documents,
): vscode.DefinitionProvider {
  return {
    provideDefinition: (document, position) => {
      const flow = documents.get(document);
      if (!flow) return undefined;
      const offset = document.offsetAt(position);
      const [here] = identifiersOf(flow, store.catalog, { start: offset, end: offset });
      const action = here?.kind === 'action' ? store.catalog.action(here.id) : undefined;
      if (action?.paramsSchema == null) return undefined;
      const uri = shown.keepJson(`actions/${action.id}`, `${action.name}.schema.json`, action.paramsSchema);
      return new vscode.Location(uri, new vscode.Position(0, 0));
    },
  };
}

/**
 * Yields the texts of the open flow files, then those of the other flow files in the workspace. The latter are read
 * from disk, since opening them as documents would publish diagnostics. Skips unreadable files.
 */
async function* flowTexts(
  documents: FlowDocuments,
  token: vscode.CancellationToken,
): AsyncGenerator<{ readonly uri: vscode.Uri; readonly text: string }> {
  const open = documents.all.filter(isOwn);
  for (const document of open) yield { uri: document.uri, text: document.getText() };
  const seen = new Set(open.map(({ uri }) => uri.toString()));
  for (const uri of await findFlowFiles({ token })) {
    if (seen.has(uri.toString())) continue;
    const text = await fileText(uri).catch(() => undefined);
    if (text !== undefined) yield { uri, text };
  }
}

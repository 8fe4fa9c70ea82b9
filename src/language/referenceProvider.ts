import * as vscode from 'vscode';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { identifiersOf } from '../flow/language/identifiers.ts';
import type { Documents } from '../host/documents.ts';
import { findFlowFiles } from '../host/findFlowFiles.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { FlowDocuments } from './flowDocuments.ts';
import { isOwn } from './flowFiles.ts';
import { toRange } from './ranges.ts';

const MOST_FILES = 2000;

/** Finds every place where the flows of the workspace name the same action, device, trigger or webhook. */
export function referenceProvider(documents: FlowDocuments, store: CatalogueStore): vscode.ReferenceProvider {
  return {
    provideReferences: async (document, position, _context, token) => {
      const flow = documents.get(document);
      if (!flow) return [];
      const offset = document.offsetAt(position);
      const [here] = identifiersOf(flow, store.catalogue, { start: offset, end: offset });
      const id = here?.id;
      if (id === undefined) return [];
      const found: vscode.Location[] = [];
      for (const file of await flowFiles(documents, token)) {
        if (token.isCancellationRequested) return [];
        const text = file.getText();
        if (!text.includes(id)) continue;
        const places = identifiersOf(parseFlow(text), store.catalogue).filter(one => one.id === id);
        found.push(...places.map(place => new vscode.Location(file.uri, toRange(file, place))));
      }
      return found;
    },
  };
}

/** Leads from the id of an action to its schema. */
export function definitionProvider(
  documents: FlowDocuments,
  store: CatalogueStore,
  shown: Documents,
): vscode.DefinitionProvider {
  return {
    provideDefinition: (document, position) => {
      const flow = documents.get(document);
      if (!flow) return undefined;
      const offset = document.offsetAt(position);
      const [here] = identifiersOf(flow, store.catalogue, { start: offset, end: offset });
      const action = here?.kind === 'action' ? store.catalogue.action(here.id) : undefined;
      if (action?.paramsSchema == null) return undefined;
      const uri = shown.keepJson(`actions/${action.id}`, `${action.name}.schema.json`, action.paramsSchema);
      return new vscode.Location(uri, new vscode.Position(0, 0));
    },
  };
}

/** The flow files of the workspace and those that are open from elsewhere. */
async function flowFiles(
  documents: FlowDocuments,
  token: vscode.CancellationToken,
): Promise<readonly vscode.TextDocument[]> {
  const open = new Map(documents.all.filter(isOwn).map(document => [document.uri.toString(), document]));
  const uris = await findFlowFiles({ most: MOST_FILES, token });
  for (const uri of uris) {
    if (token.isCancellationRequested) break;
    if (!open.has(uri.toString())) open.set(uri.toString(), await vscode.workspace.openTextDocument(uri));
  }
  return [...open.values()];
}

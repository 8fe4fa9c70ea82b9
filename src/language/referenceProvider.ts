import * as vscode from 'vscode';
import { type FlowDocument, parseFlow } from '../flow/document/flowDocument.ts';
import {
  expressionAt,
  expressionSource,
  meantStep,
  nameOfStepAt,
  readersOf,
} from '../flow/language/expressions.ts';
import { identifiersOf } from '../flow/language/identifiers.ts';
import type { Documents } from '../host/documents.ts';
import { fileText } from '../host/files.ts';
import { findFlowFiles, isUserFile } from '../host/flowFiles.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { rangesOf, toRange } from './convert.ts';

/**
 * Finds all references to an action, device, trigger or webhook in the flow files of the workspace, and all expressions
 * that read a step in its file.
 */
export function referenceProvider(documents: FlowDocuments, store: CatalogStore): vscode.ReferenceProvider {
  return {
    provideReferences: async (document, position, _context, token) => {
      const flow = documents.get(document);
      if (!flow) return [];
      const offset = document.offsetAt(position);
      const meant = meantStep(flow, offset, store.catalog);
      if (meant) {
        const readers = readersOf(flow, meant.step, store.catalog);
        return readers.map(reader => new vscode.Location(document.uri, toRange(document, reader)));
      }
      const [here] = identifiersOf(flow, store.catalog, { start: offset, end: offset });
      const id = here?.id;
      if (id === undefined) return [];
      const found: vscode.Location[] = [];
      const addFrom = (uri: vscode.Uri, text: string, parse: () => FlowDocument): void => {
        if (!text.includes(id)) return;
        const rangeOf = rangesOf(text);
        for (const identifier of identifiersOf(parse(), store.catalog))
          if (identifier.id === id) found.push(new vscode.Location(uri, rangeOf(identifier)));
      };
      const open = documents.all.filter(isUserFile);
      for (const other of open) addFrom(other.uri, other.getText(), () => documents.parse(other));
      const seen = new Set(open.map(({ uri }) => uri.toString()));
      // Read from disk, since opening the other files as documents would publish diagnostics.
      for (const uri of await findFlowFiles({ token })) {
        if (token.isCancellationRequested) return [];
        if (seen.has(uri.toString())) continue;
        const text = await fileText(uri).catch(() => undefined);
        if (text !== undefined) addFrom(uri, text, () => parseFlow(text));
      }
      return found;
    },
  };
}

/** Opens the parameter schema of an action from its ID, and goes from an expression to the step or setting it reads. */
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
      const expression = expressionAt(flow, offset);
      const source = expression && expressionSource(flow, expression, store.catalog);
      if (source) return new vscode.Location(document.uri, toRange(document, source));
      const [here] = identifiersOf(flow, store.catalog, { start: offset, end: offset });
      const action = here?.kind === 'action' ? store.catalog.action(here.id) : undefined;
      if (action?.paramsSchema == null) return undefined;
      const uri = shown.keepJson(`actions/${action.id}`, `${action.name}.schema.json`, action.paramsSchema);
      return new vscode.Location(uri, new vscode.Position(0, 0));
    },
  };
}

/** Renames a step from its name or from an expression that reads it. */
export function renameProvider(documents: FlowDocuments, store: CatalogStore): vscode.RenameProvider {
  return {
    prepareRename: (document, position) => {
      const flow = documents.get(document);
      const meant = flow && meantStep(flow, document.offsetAt(position), store.catalog);
      const name = meant && nameOfStepAt(flow, meant.step, store.catalog);
      if (!meant || name === undefined) throw new Error('Only steps can be renamed here.');
      return { range: toRange(document, meant.range), placeholder: name };
    },
    provideRenameEdits: async (document, position, newName) => {
      // Loaded at the first use, to keep the opening of a flow file fast.
      const { applyInOrder } = await import('../flow/edit/applyEdit.ts');
      const { giveReadKeys } = await import('../flow/edit/readKeys.ts');
      const flow = documents.get(document);
      const meant = flow && meantStep(flow, document.offsetAt(position), store.catalog);
      if (!meant) return undefined;
      const edit = { kind: 'renameStep', step: meant.step, name: newName.trim() } as const;
      const outcome = applyInOrder(flow.text, [...giveReadKeys(flow, [edit], store.catalog), edit]);
      if (outcome.kind !== 'edits') throw new Error(outcome.sentence);
      const changes = new vscode.WorkspaceEdit();
      for (const { text, ...range } of outcome.edits)
        changes.replace(document.uri, toRange(document, range), text);
      return changes;
    },
  };
}

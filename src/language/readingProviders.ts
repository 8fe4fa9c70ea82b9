import * as vscode from 'vscode';
import { identifiersOf } from '../flow/language/identifiers.ts';
import { type KnownOutlines, type OutlineItem, outlineOf } from '../flow/language/outline.ts';
import type { SchemaReaders } from '../flow/schema/schemaReaders.ts';
import { markdown } from '../host/markdown.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { toRange } from './convert.ts';

/** Explains the name or value under the mouse pointer. */
export function hoverProvider(documents: FlowDocuments, store: CatalogStore): vscode.HoverProvider {
  let readers: SchemaReaders | undefined;
  return {
    provideHover: async (document, position, token) => {
      // Loaded at the first hover, to keep the opening of a flow file fast.
      const [{ hoverAt }, { SchemaReaders }] = await Promise.all([
        import('../flow/language/hover.ts'),
        import('../flow/schema/schemaReaders.ts'),
      ]);
      const flow = documents.get(document);
      if (!flow || token.isCancellationRequested) return undefined;
      readers ??= new SchemaReaders();
      const hover = hoverAt(flow, document.offsetAt(position), store.catalog, readers);
      return hover && new vscode.Hover(markdown(hover.text), toRange(document, hover.range));
    },
  };
}

/** Lists settings and steps in the outline, by their names in the current catalog. */
export function symbolProvider(documents: FlowDocuments, store: CatalogStore): vscode.DocumentSymbolProvider {
  const { catalog } = store;
  const known: KnownOutlines = new WeakMap();
  return {
    provideDocumentSymbols: document => {
      const flow = documents.get(document);
      return flow && outlineOf(flow, catalog, known).map(item => toSymbol(document, item));
    },
  };
}

/** Shows names beside IDs as inlay hints, and refreshes them each time `onDidChange` fires. */
export function inlayHintsProvider(
  documents: FlowDocuments,
  store: CatalogStore,
  onDidChange: vscode.Event<void>,
): vscode.InlayHintsProvider {
  return {
    onDidChangeInlayHints: onDidChange,
    provideInlayHints: (document, range) => {
      const flow = documents.get(document);
      if (!flow) return undefined;
      const within = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
      return identifiersOf(flow, store.catalog, within).flatMap(found => {
        if (found.name === undefined) return [];
        const hint = new vscode.InlayHint(document.positionAt(found.end), found.name);
        hint.paddingLeft = true;
        return [hint];
      });
    },
  };
}

function toSymbol(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
  const range = toRange(document, item);
  const kind = item.kind === 'step' ? vscode.SymbolKind.Function : vscode.SymbolKind.Property;
  const symbol = new vscode.DocumentSymbol(item.name, item.detail, kind, range, range);
  symbol.children = item.children.map(child => toSymbol(document, child));
  return symbol;
}

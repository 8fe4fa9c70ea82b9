import * as vscode from 'vscode';
import { expressionHints } from '../flow/language/expressions.ts';
import { describeIdentifier, identifiersOf, identifierLabel } from '../flow/language/identifiers.ts';
import type { OutlineItem } from '../flow/language/outline.ts';
import { markdown } from '../host/markdown.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { toRange } from './convert.ts';

/** Explains the name or value under the mouse pointer. */
export function hoverProvider(documents: FlowDocuments, store: CatalogStore): vscode.HoverProvider {
  return {
    provideHover: async (document, position, token) => {
      // Loaded at the first hover, to keep the opening of a flow file fast.
      const { hoverAt } = await import('../flow/language/hover.ts');
      const flow = documents.get(document);
      if (!flow || token.isCancellationRequested) return undefined;
      const hover = hoverAt(flow, document.offsetAt(position), store.catalog);
      return hover && new vscode.Hover(markdown(hover.text), toRange(document, hover.range));
    },
  };
}

/** Lists settings and steps in the outline, by their names in the current catalog. */
export function symbolProvider(documents: FlowDocuments, store: CatalogStore): vscode.DocumentSymbolProvider {
  return {
    provideDocumentSymbols: async document => {
      const { outlineOfFlow } = await import('../flow/language/outline.ts');
      const flow = documents.get(document);
      return flow && outlineOfFlow(flow, store.catalog).map(item => toSymbol(document, item));
    },
  };
}

/** Shows names beside IDs, and labels beside expressions that read steps, as inlay hints, and refreshes them each time `onDidChange` fires. */
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
      const { catalog } = store;
      const named = identifiersOf(flow, catalog, within).flatMap(found => {
        const label = identifierLabel(found, catalog);
        return label === undefined ? [] : [{ end: found.end, label, tooltip: describeIdentifier(found) }];
      });
      const read = expressionHints(flow, within, catalog).map(hint => ({ ...hint, tooltip: undefined }));
      return [...named, ...read].map(({ end, label, tooltip }) => {
        const hint = new vscode.InlayHint(document.positionAt(end), label);
        hint.paddingLeft = true;
        if (tooltip !== undefined) hint.tooltip = markdown(tooltip);
        return hint;
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

import * as vscode from 'vscode';
import { FormSchemas } from '../flow/form/formSchemas.ts';
import { completionsAt } from '../flow/language/completion.ts';
import type { CompletionKind } from '../flow/language/completionItem.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { FlowDocuments } from './flowDocuments.ts';
import { toRange } from './ranges.ts';

const KINDS: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  property: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  action: vscode.CompletionItemKind.Function,
  thing: vscode.CompletionItemKind.Reference,
  entry: vscode.CompletionItemKind.Snippet,
  expression: vscode.CompletionItemKind.Variable,
};

/** Characters after which completion is offered without being asked for. */
export const COMPLETION_TRIGGERS = ['"', ':', ' ', '['] as const;

/** Offers names and values in flow files. */
export function completionProvider(
  documents: FlowDocuments,
  store: CatalogueStore,
): vscode.CompletionItemProvider {
  const forms = new FormSchemas();
  return {
    provideCompletionItems: (document, position) => {
      const flow = documents.get(document);
      if (!flow) return undefined;
      const items = completionsAt(flow, document.offsetAt(position), store.catalogue, forms);
      return items.map(item => {
        const shown = new vscode.CompletionItem(item.label, KINDS[item.kind]);
        shown.insertText = new vscode.SnippetString(item.snippet);
        shown.range = toRange(document, item.range);
        shown.filterText = item.filter;
        shown.sortText = String(item.order).padStart(5, '0');
        if (item.detail !== undefined) shown.detail = item.detail;
        if (item.documentation !== undefined) {
          shown.documentation = new vscode.MarkdownString(item.documentation);
        }
        return shown;
      });
    },
  };
}

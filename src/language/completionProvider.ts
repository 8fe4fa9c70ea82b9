import * as vscode from 'vscode';
import type { SchemaReaders } from '../flow/schema/schemaReaders.ts';
import type { CompletionKind } from '../flow/language/completionItem.ts';
import { markdown } from '../host/markdown.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { toRange } from './convert.ts';

const KINDS: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  property: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  action: vscode.CompletionItemKind.Function,
  thing: vscode.CompletionItemKind.Reference,
  entry: vscode.CompletionItemKind.Snippet,
  expression: vscode.CompletionItemKind.Variable,
};

/** Characters that trigger completion as they are typed. */
export const COMPLETION_TRIGGERS = ['"', ':', ' ', '['] as const;

/** Completes property names and values in flow files. */
export function completionProvider(
  documents: FlowDocuments,
  store: CatalogStore,
): vscode.CompletionItemProvider {
  let forms: SchemaReaders | undefined;
  return {
    provideCompletionItems: async (document, position, token) => {
      // Loaded at the first completion, to keep the opening of a flow file fast.
      const [{ completionsAt }, forming] = await Promise.all([
        import('../flow/language/completion.ts'),
        import('../flow/schema/schemaReaders.ts'),
      ]);
      const flow = documents.get(document);
      if (!flow || token.isCancellationRequested) return undefined;
      forms ??= new forming.SchemaReaders();
      const offset = document.offsetAt(position);
      const { items, isIncomplete } = completionsAt(flow, offset, store.catalog, forms);
      const all = items.map(item => {
        const shown = new vscode.CompletionItem(item.label, KINDS[item.kind]);
        shown.insertText = new vscode.SnippetString(item.snippet);
        shown.range = toRange(document, item.range);
        shown.filterText = item.filter;
        shown.sortText = String(item.order).padStart(5, '0');
        if (item.detail !== undefined) shown.detail = item.detail;
        if (item.documentation !== undefined) {
          shown.documentation = markdown(item.documentation);
        }
        return shown;
      });
      return new vscode.CompletionList(all, isIncomplete);
    },
  };
}

import * as vscode from 'vscode';
import type { CompletionKind } from '../flow/language/completionItem.ts';
import { markdown } from '../host/markdown.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { rangesOf } from './convert.ts';

const KINDS: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  property: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  action: vscode.CompletionItemKind.Function,
  reference: vscode.CompletionItemKind.Reference,
  entry: vscode.CompletionItemKind.Snippet,
  expression: vscode.CompletionItemKind.Variable,
};

/** Lists the suggestions for the first tab stop of an accepted item. */
const SUGGEST: vscode.Command = { title: 'Trigger Suggest', command: 'editor.action.triggerSuggest' };

/** Characters that trigger completion as they are typed. */
export const COMPLETION_TRIGGERS = ['"', ':', ' ', '[', '{', '.'] as const;

/** Matches the text before the cursor within an expression. */
const WITHIN_EXPRESSION = /\{\{[^{}]*$/;

/** Completes property names and values in flow files. */
export function completionProvider(
  documents: FlowDocuments,
  store: CatalogStore,
): vscode.CompletionItemProvider {
  return {
    provideCompletionItems: async (document, position, token, { triggerCharacter }) => {
      // These characters complete expressions only, and are frequent elsewhere.
      if (triggerCharacter === '{' || triggerCharacter === '.') {
        const line = document.lineAt(position.line).text.slice(0, position.character);
        if (!WITHIN_EXPRESSION.test(line)) return undefined;
      }
      // Taken before anything is awaited, because the position is that of this version.
      const flow = documents.get(document);
      const offset = document.offsetAt(position);
      // Loaded at the first completion, to keep the opening of a flow file fast.
      const { completionsAt } = await import('../flow/language/completion.ts');
      if (!flow || token.isCancellationRequested) return undefined;
      const toRange = rangesOf(flow.text);
      const { items, isIncomplete } = completionsAt(flow, offset, store.catalog);
      const completions = items.map(item => {
        const { label, facts } = item;
        const shown = new vscode.CompletionItem(
          facts === undefined ? label : { label, description: facts },
          KINDS[item.kind],
        );
        shown.insertText = new vscode.SnippetString(item.snippet);
        shown.range = toRange(item.range);
        shown.filterText = item.filter;
        shown.sortText = String(item.order).padStart(5, '0');
        if (item.detail !== undefined) shown.detail = item.detail;
        if (item.documentation !== undefined) {
          shown.documentation = markdown(item.documentation);
        }
        const { insertions = [] } = item;
        if (insertions.length > 0)
          shown.additionalTextEdits = insertions.map(one => new vscode.TextEdit(toRange(one), one.text));
        if (item.suggestsNext) shown.command = SUGGEST;
        return shown;
      });
      return new vscode.CompletionList(completions, isIncomplete);
    },
  };
}

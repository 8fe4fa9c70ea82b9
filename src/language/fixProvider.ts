import * as vscode from 'vscode';
import { quickFixesFor } from '../flow/language/quickFixes.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { DiagnosticsFeed } from './diagnosticsFeed.ts';
import type { FlowDocuments } from './flowDocuments.ts';
import { toRange } from './ranges.ts';

/** Offers what mends the diagnostics at a place of a flow file. */
export function fixProvider(
  documents: FlowDocuments,
  store: CatalogueStore,
  feed: DiagnosticsFeed,
): vscode.CodeActionProvider {
  return {
    provideCodeActions: (document, range, context) => {
      const found = feed.diagnosticsOf(document).filter(one => toRange(document, one).intersection(range));
      return found.flatMap(diagnostic =>
        quickFixesFor(documents.get(document), diagnostic, store.catalogue).map(fix => {
          const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
          action.edit = new vscode.WorkspaceEdit();
          for (const edit of fix.edits) action.edit.replace(document.uri, toRange(document, edit), edit.text);
          action.isPreferred = fix.preferred;
          action.diagnostics = context.diagnostics.filter(
            one => one.code === diagnostic.code && one.message === diagnostic.message,
          );
          return action;
        }),
      );
    },
  };
}

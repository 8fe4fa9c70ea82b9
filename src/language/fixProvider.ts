import * as vscode from 'vscode';
import { documentEdit } from '../host/editDocument.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { DiagnosticsFeed } from './diagnosticsFeed.ts';
import { SOURCE, toRange } from './convert.ts';

/** The most diagnostics of a selection for which fixes are computed, to limit the length of the menu. */
const MAX_FIXED = 30;

/** Offers quick fixes for the diagnostics in a range of a flow file, and the source action that fixes all. */
export function fixProvider(
  documents: FlowDocuments,
  store: CatalogStore,
  feed: DiagnosticsFeed,
): vscode.CodeActionProvider {
  return {
    provideCodeActions: async (document, range, context) => {
      if (context.only && vscode.CodeActionKind.SourceFixAll.contains(context.only)) {
        return allFixes(document, documents, store, feed);
      }
      if ((await feed.findingsIn(document)).length === 0) return [];
      // Loaded only when a file has problems, to keep the opening of a flow file fast.
      const { quickFixesFor } = await import('../flow/language/quickFixes.ts');
      const findings = await feed.findingsIn(document);
      const flow = documents.get(document);
      if (!flow) return [];
      const found = findings
        .filter(diagnostic => toRange(document, diagnostic).intersection(range))
        .slice(0, MAX_FIXED);
      return found.flatMap(diagnostic =>
        quickFixesFor(flow, diagnostic, store.catalog).map(fix => {
          const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
          action.edit = documentEdit(document, fix.edits);
          action.isPreferred = fix.preferred;
          const fixedRange = toRange(document, diagnostic);
          // Diagnostics that VS Code itself reports for JSON have other codes and messages.
          action.diagnostics = context.diagnostics.filter(({ source, code, message, range: shown }) =>
            source === SOURCE
              ? code === diagnostic.code && message === diagnostic.message
              : shown.intersection(fixedRange),
          );
          return action;
        }),
      );
    },
  };
}

/** Returns the source action with every fix that is almost always right, run on request or on save. */
async function allFixes(
  document: vscode.TextDocument,
  documents: FlowDocuments,
  store: CatalogStore,
  feed: DiagnosticsFeed,
): Promise<vscode.CodeAction[]> {
  const { fixAll } = await import('../flow/language/fixAll.ts');
  const found = await feed.findingsIn(document);
  const flow = documents.get(document);
  const edits = flow ? fixAll(flow, found, store.catalog) : [];
  if (edits.length === 0) return [];
  const action = new vscode.CodeAction(
    'Fix all auto-fixable problems in this flow',
    vscode.CodeActionKind.SourceFixAll,
  );
  action.edit = documentEdit(document, edits);
  return [action];
}

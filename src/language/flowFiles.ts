import type * as vscode from 'vscode';

/** The documents that are flow files, wherever they come from. */
export const FLOW_FILES: vscode.DocumentFilter = { pattern: '**/*.flow.json' };

/** Whether a document is a flow file. */
export function isFlowFile({ uri }: vscode.TextDocument): boolean {
  return uri.path.endsWith('.flow.json');
}

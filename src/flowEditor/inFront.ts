import * as vscode from 'vscode';

/** Returns true if the active tab is an editor of one of the kinds and shows the document. */
export function isInFront(
  { uri }: vscode.TextDocument,
  ...kinds: readonly (typeof vscode.TabInputText | typeof vscode.TabInputCustom)[]
): boolean {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return kinds.some(kind => input instanceof kind && input.uri.toString() === uri.toString());
}

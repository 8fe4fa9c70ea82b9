import * as vscode from 'vscode';

/** Whether an editor of one of some kinds is in front and shows a file. */
export function isInFront(
  { uri }: vscode.TextDocument,
  ...kinds: readonly (typeof vscode.TabInputText | typeof vscode.TabInputCustom)[]
): boolean {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return kinds.some(kind => input instanceof kind && input.uri.toString() === uri.toString());
}

import * as vscode from 'vscode';

/** The file in the active tab, shown in a text editor or in a custom one. */
interface ActiveTab {
  readonly file: vscode.Uri;
  readonly isCustom: boolean;
}

/** Returns the file in the active tab; undefined if the tab shows anything else. */
export function activeTab(): ActiveTab | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isCustom = input instanceof vscode.TabInputCustom;
  return isCustom || input instanceof vscode.TabInputText ? { file: input.uri, isCustom } : undefined;
}

/** Returns true if the active tab is a custom editor of the file, such as the visual editor. */
export function isInCustomEditor(file: vscode.Uri): boolean {
  const tab = activeTab();
  return tab?.isCustom === true && tab.file.toString() === file.toString();
}

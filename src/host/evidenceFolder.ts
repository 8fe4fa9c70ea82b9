import * as vscode from 'vscode';

/**
 * Returns the folder for what is saved of devices: one below `.cloud-devices` in the open folder, or else one that the user
 * selects. `shown` is its name in the dialog. Undefined if the user cancels.
 */
export async function chooseEvidenceFolder(name: string, shown: string): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder) return vscode.Uri.joinPath(folder.uri, '.cloud-devices', name);
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title: `Select Folder for ${shown}`,
    openLabel: 'Select Folder',
  });
  return chosen?.[0];
}

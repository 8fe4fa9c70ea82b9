import * as vscode from 'vscode';

/** Opens a web address in the person's browser; false where they or the system declined. */
export async function openPage(address: string): Promise<boolean> {
  // Handed over as text, which VS Code takes: a Uri would come out with its query decoded and written anew.
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}

import * as vscode from 'vscode';

/** Opens a URL in the browser; returns false if the user or the system declined. */
export async function openInBrowser(address: string): Promise<boolean> {
  // Passed as a string, which VS Code accepts, since a Uri would decode and re-encode the query.
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}

import * as vscode from 'vscode';

/** Returns a codicon in a theme color such as `testing.iconPassed`. */
export function colouredIcon(icon: string, colour: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}

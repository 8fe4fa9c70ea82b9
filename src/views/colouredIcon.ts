import * as vscode from 'vscode';

/** A codicon in a colour of the theme, such as `testing.iconPassed`. */
export function colouredIcon(icon: string, colour: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}

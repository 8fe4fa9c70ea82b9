import * as vscode from 'vscode';

/**
 * A tooltip, hover or explanation of Markdown in which what comes from outside went through `escapeMarkdown` or
 * `code`. VS Code runs no command from it and draws no HTML.
 */
export function markdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(text);
}

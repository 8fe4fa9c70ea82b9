import * as vscode from 'vscode';

/**
 * Creates a Markdown string without command links and HTML. Callers must escape external text with `escapeMarkdown` or
 * `code`.
 */
export function markdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(text);
}

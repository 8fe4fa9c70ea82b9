import * as vscode from 'vscode';

const known = new Map<string, string>();

/** Sets a context key of `when` clauses. Does nothing where it has this value: each change has all menus checked. */
export function setContext(key: string, value: boolean | string | readonly string[]): void {
  const text = JSON.stringify(value);
  if (known.get(key) === text) return;
  known.set(key, text);
  void vscode.commands.executeCommand('setContext', key, value);
}

import * as vscode from 'vscode';

const known = new Map<string, string>();

/** Sets a context key for `when` clauses. Skips unchanged values, since every change re-evaluates all menus. */
export function setContext(key: string, value: boolean | string | readonly string[]): void {
  const text = JSON.stringify(value);
  if (known.get(key) === text) return;
  known.set(key, text);
  void vscode.commands.executeCommand('setContext', key, value);
}

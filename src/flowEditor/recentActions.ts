import type * as vscode from 'vscode';

const KEY = 'flowEditor.recentActions';
const MOST_RECENT = 5;

/** Returns the IDs of the actions that were added last, newest first. */
export function recentActions(memory: vscode.Memento): readonly string[] {
  return memory.get<string[]>(KEY, []);
}

/** Adds an action to those that were added last. */
export async function rememberAction(memory: vscode.Memento, id: string): Promise<void> {
  const others = recentActions(memory).filter(other => other !== id);
  await memory.update(KEY, [id, ...others].slice(0, MOST_RECENT));
}

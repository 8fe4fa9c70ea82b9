import type * as vscode from 'vscode';

/** The entries of a choice with “now” beside those that are in force, since VS Code ticks in choices of several only. */
export function markNow<T extends vscode.QuickPickItem>(
  items: readonly T[],
  isNow: (item: T) => boolean,
): readonly T[] {
  return items.map(item =>
    isNow(item) ? { ...item, description: [item.description, 'now'].filter(Boolean).join(' · ') } : item,
  );
}

/** Whether a filter has what a part of one says. */
export function hasPart<F extends object>(filter: F, part: Partial<F>): boolean {
  return Object.entries(part).every(([name, value]) => filter[name as keyof F] === value);
}

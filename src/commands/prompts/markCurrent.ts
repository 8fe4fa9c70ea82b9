import type * as vscode from 'vscode';

/** Appends “current” to the active entries, since VS Code shows check marks only in multi-select pickers. */
export function markCurrent<T extends vscode.QuickPickItem>(
  items: readonly T[],
  isCurrent: (item: T) => boolean,
): readonly T[] {
  return items.map(item =>
    isCurrent(item)
      ? { ...item, description: [item.description, 'current'].filter(Boolean).join(' · ') }
      : item,
  );
}

/** Returns true if a filter has all values of a partial filter. */
export function hasPart<F extends object>(filter: F, part: Partial<F>): boolean {
  return Object.entries(part).every(([name, value]) => Reflect.get(filter, name) === value);
}

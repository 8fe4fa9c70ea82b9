import * as vscode from 'vscode';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import { Throttle } from '../util/throttle.ts';

/** Time in which changes of the window and of texts are collected, in milliseconds. */
const DELAY_MS = 150;

/** A visible diff of two versions of a flow file. */
export interface FlowDiff {
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/** Shows how the meaning of a flow file changes, at the end of the first line of each visible diff of two versions. */
export function showDiffSentences(
  catalog: Pick<CatalogStore, 'catalog' | 'onDidChange'>,
  nameOfDevice: (id: string) => string,
): Disposables {
  const owned = new Disposables();
  const open = once(async () => {
    const { DiffDecorations } = await import('./diffDecorations.ts');
    return owned.add(new DiffDecorations(catalog, nameOfDevice));
  });
  let isShown = false;
  const update = async (): Promise<void> => {
    const diffs = visibleDiffs();
    if (diffs.length === 0 && !isShown) return;
    isShown = diffs.length > 0;
    await (await open()).show(diffs);
  };
  const throttle = owned.add(new Throttle(() => void update(), DELAY_MS));
  const schedule = (): void => throttle.schedule();
  owned.add(vscode.window.tabGroups.onDidChangeTabs(schedule));
  owned.add(vscode.window.onDidChangeVisibleTextEditors(schedule));
  owned.add(
    vscode.workspace.onDidChangeTextDocument(() => {
      if (isShown) schedule();
    }),
  );
  owned.add(
    catalog.onDidChange(() => {
      if (isShown) schedule();
    }),
  );
  schedule();
  return owned;
}

function visibleDiffs(): readonly FlowDiff[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab }) => {
    const input = activeTab?.input;
    if (!(input instanceof vscode.TabInputTextDiff)) return [];
    const { original: before, modified: after } = input;
    return after.path.endsWith('.flow.json') ? [{ before, after }] : [];
  });
}

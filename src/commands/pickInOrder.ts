import type * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { Disposables } from '../util/disposables.ts';

/** Lets the person pick items, which are given back in the order in which they were picked. */
export async function pickInOrder<T extends vscode.QuickPickItem>(
  title: string,
  items: readonly T[],
): Promise<readonly T[] | undefined> {
  const owned = new Disposables();
  const pick = owned.add(dialogs.createQuickPick<T>());
  pick.title = title;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  let chosen: readonly T[] = [];
  const show = (): void => {
    const names = chosen.map(({ label }) => label).join(' → ');
    pick.placeholder = names === '' ? 'Pick in the order of the steps' : names;
  };
  show();
  const picked = await new Promise<readonly T[] | undefined>(resolve => {
    owned.add(
      pick.onDidChangeSelection(selected => {
        const kept = chosen.filter(one => selected.includes(one));
        chosen = [...kept, ...selected.filter(one => !kept.includes(one))];
        show();
      }),
    );
    owned.add(
      pick.onDidAccept(() => {
        if (chosen.length === 0) return;
        resolve(chosen);
        pick.hide();
      }),
    );
    owned.add(pick.onDidHide(() => resolve(undefined)));
    pick.show();
  });
  owned.dispose();
  return picked;
}

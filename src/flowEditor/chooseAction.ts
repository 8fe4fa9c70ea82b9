import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { dialogs } from '../host/dialogs.ts';
import { SERVICE_LABELS } from '../wording/serviceLabels.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';

const RECENT = 'flowEditor.recentActions';
const MOST_RECENT = 5;

type Item = vscode.QuickPickItem & { readonly action?: CatalogAction };

/**
 * Lets the user choose an action of the catalog by name, service or description; recently used ones come first. The
 * list is updated while the catalog loads.
 */
export async function chooseAction(
  title: string,
  store: CatalogStore,
  memory: vscode.Memento,
): Promise<CatalogAction | undefined> {
  const owned = new Disposables();
  const pick = owned.add(dialogs.createQuickPick<Item>());
  pick.title = title;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const fill = (): void => {
    const { catalog, reading, count } = store.state;
    pick.busy = reading;
    pick.placeholder =
      count > 0
        ? 'Search by name, service or description'
        : reading
          ? 'Reading the catalog…'
          : 'No catalog is known; connect to a service or start the sandbox first';
    pick.items = items(catalog.searchActions('', Infinity), recentIds(memory));
  };
  fill();
  owned.add(store.onDidChange(fill));
  const chosen = await new Promise<CatalogAction | undefined>(resolve => {
    owned.add(
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (!item?.action) return;
        resolve(item.action);
        pick.hide();
      }),
    );
    owned.add(pick.onDidHide(() => resolve(undefined)));
    pick.show();
  });
  owned.dispose();
  if (chosen) await memory.update(RECENT, [chosen.id, ...recentIds(memory)].slice(0, MOST_RECENT));
  return chosen;
}

function items(actions: readonly CatalogAction[], recent: readonly string[]): Item[] {
  const used = [...new Set(recent)].flatMap(id => actions.find(action => action.id === id) ?? []);
  const rest = actions.filter(action => !used.includes(action));
  if (used.length === 0) return rest.map(item);
  return [separator('recently used'), ...used.map(item), separator('all others'), ...rest.map(item)];
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function item(action: CatalogAction): Item {
  const look = SERVICE_LABELS[action.service ?? ''];
  return {
    label: action.name,
    description: look?.label ?? action.service ?? '',
    ...(action.description ? { detail: action.description } : {}),
    iconPath: new vscode.ThemeIcon(look?.icon ?? 'symbol-method'),
    action,
  };
}

function recentIds(memory: vscode.Memento): readonly string[] {
  return memory.get<string[]>(RECENT, []);
}

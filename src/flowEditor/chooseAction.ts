import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { dialogs } from '../host/dialogs.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { noCatalogSentence } from './searchActions.ts';

const KEY = 'flowEditor.recentActions';
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
  // The page behind it may take the focus late.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const fill = (): void => {
    const { catalog, reading } = store.state;
    pick.busy = reading;
    pick.placeholder = noCatalogSentence(store.state) ?? 'Search by name, service or description';
    pick.items = items(catalog.searchActions('', Infinity), recentActions(memory));
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
  if (chosen) await rememberAction(memory, chosen.id);
  return chosen;
}

function items(actions: readonly CatalogAction[], recent: readonly string[]): Item[] {
  const used = recent.flatMap(id => actions.find(action => action.id === id) ?? []);
  const rest = actions.filter(action => !used.includes(action));
  if (used.length === 0) return rest.map(item);
  return [separator('recently used'), ...used.map(item), separator('all others'), ...rest.map(item)];
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function item(action: CatalogAction): Item {
  const look = SERVICE_LABELS.get(action.service ?? '');
  return {
    label: action.name,
    description: look?.label ?? action.service ?? '',
    ...(action.description ? { detail: action.description } : {}),
    iconPath: new vscode.ThemeIcon(look?.icon ?? 'symbol-method'),
    action,
  };
}

/** Returns the IDs of the actions that were added last, newest first. */
export function recentActions(memory: vscode.Memento): readonly string[] {
  return memory.get<string[]>(KEY, []);
}

/** Adds an action to those that were added last. */
export async function rememberAction(memory: vscode.Memento, id: string): Promise<void> {
  const others = recentActions(memory).filter(other => other !== id);
  await memory.update(KEY, [id, ...others].slice(0, MOST_RECENT));
}

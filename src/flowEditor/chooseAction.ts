import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { pickFrom } from '../host/picker.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { actionItems } from '../appState/actionPicker.ts';
import { noCatalogSentence } from './searchActions.ts';

const KEY = 'flowEditor.recentActions';
const MAX_RECENT = 5;

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
  const chosen = await pickFrom<Item, CatalogAction>({
    title,
    fill: (pick, owned) => {
      const showItems = actionItems<Item>(pick, {
        catalog: () => store.state.catalog,
        all: () => items(store.state.catalog.searchActions('', Infinity), recentActions(memory)),
        itemOf: item,
      });
      const fill = (): void => {
        pick.busy = store.state.reading;
        pick.placeholder = noCatalogSentence(store.state) ?? 'Search for what the step does';
        showItems();
      };
      fill();
      owned.add(store.onDidChange(fill));
      owned.add(pick.onDidChangeValue(showItems));
    },
    accepted: ({ selectedItems: [item] }) => item?.action,
  });
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
  await memory.update(KEY, [id, ...others].slice(0, MAX_RECENT));
}

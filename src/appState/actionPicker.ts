import type * as vscode from 'vscode';
import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { ActionSearch, noActionSentence } from '../wording/actionSearch.ts';

/** The items of a picker for actions: those without a search text, and that of an action. */
interface ActionItems<Item> {
  readonly catalog: () => FlowCatalog;
  readonly all: () => readonly Item[];
  readonly itemOf: (action: CatalogAction) => Item;
}

/**
 * Returns a function that shows the items for the text of a picker: the actions that it describes, best first, or a hint
 * if it describes none. VS Code itself would find only what contains the text.
 */
export function actionItems<Item extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<vscode.QuickPickItem | Item>,
  { catalog, all, itemOf }: ActionItems<Item>,
): () => void {
  const search = new ActionSearch();
  return () => {
    const text = pick.value.trim();
    const found = text === '' ? [] : search.find(catalog(), text);
    if (text === '') pick.items = all();
    else if (found.length > 0) pick.items = found.map(action => ({ ...itemOf(action), alwaysShow: true }));
    else pick.items = [{ label: noActionSentence(text), alwaysShow: true }];
  };
}

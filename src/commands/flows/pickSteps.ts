import * as vscode from 'vscode';
import { actionItems } from '../../appState/actionPicker.ts';
import type { CatalogAction, FlowCatalog } from '../../flow/catalog.ts';
import { counted } from '../../util/counted.ts';
import { serviceOf } from '../../wording/actionSearch.ts';
import { type Answer, answerOf, openPick, type QuestionPosition } from '../prompts/questions.ts';

interface Item extends vscode.QuickPickItem {
  /** The action that this item adds. */
  readonly action?: CatalogAction;
  /** The index of the step that this item represents. */
  readonly at?: number;
}

const REMOVE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: 'Remove Step',
};

/**
 * Prompts for a sequence of actions. Each selection adds a step, and an action can be added repeatedly. The steps are
 * listed first, numbered; selecting one removes it. `keep` receives them after each change, even if the prompt is canceled.
 */
export async function pickSteps(
  position: QuestionPosition,
  catalog: FlowCatalog,
  before: readonly CatalogAction[],
  keep: (steps: readonly CatalogAction[]) => void,
): Promise<Answer<readonly CatalogAction[]>> {
  const pick = openPick<Item>(position, 'Actions');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const itemOf = (action: CatalogAction): Item => ({
    label: action.name,
    description: serviceOf(action),
    ...(action.description ? { detail: action.description } : {}),
    action,
  });
  const offered = catalog.searchActions('', Infinity).map(itemOf);
  let steps = before;
  const goOn = (): Item => ({ label: `Continue with ${counted(steps.length, 'step')}`, alwaysShow: true });
  const all = (): readonly Item[] => {
    const chosen = steps.map<Item>(({ name }, at) => ({
      label: `${at + 1}. ${name}`,
      description: 'select to remove',
      at,
      buttons: [REMOVE],
    }));
    const heading = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
    return steps.length === 0
      ? offered
      : [goOn(), heading('Steps'), ...chosen, heading('Add another action'), ...offered];
  };
  const showItems = actionItems<Item>(pick, { catalog: () => catalog, all, itemOf });
  const show = (): void => {
    showItems();
    const [first] = pick.items;
    if (steps.length > 0 && first) pick.activeItems = [first];
    pick.placeholder =
      steps.length === 0
        ? 'Choose the action of the first step'
        : `Choose the action of step ${steps.length + 1}, or continue`;
  };
  show();
  const change = (changed: readonly CatalogAction[]): void => {
    steps = changed;
    keep(steps);
    pick.value = '';
    show();
  };
  const searches = pick.onDidChangeValue(showItems);
  const remove = (at: number | undefined): void => change(steps.filter((_, index) => index !== at));
  const removals = pick.onDidTriggerItemButton(({ item: { at } }) => remove(at));
  try {
    return await answerOf(pick, () => {
      const [item] = pick.selectedItems;
      if (item?.action) change([...steps, item.action]);
      else if (item?.at !== undefined) remove(item.at);
      else return item && steps;
      return undefined;
    });
  } finally {
    removals.dispose();
    searches.dispose();
  }
}

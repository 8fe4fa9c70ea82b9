import * as vscode from 'vscode';
import type { CatalogAction } from '../../flow/catalog.ts';
import { counted } from '../../flow/check/checkSummary.ts';
import { type Answer, answerOf, openPick, type Place } from '../prompts/questions.ts';

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
 * listed first, numbered and removable.
 */
export async function pickSteps(
  place: Place,
  actions: readonly CatalogAction[],
  before: readonly CatalogAction[],
): Promise<Answer<readonly CatalogAction[]>> {
  const pick = openPick<Item>(place, 'Actions');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const offered = actions.map<Item>(action => ({
    label: action.name,
    description: action.service ?? '',
    ...(action.description ? { detail: action.description } : {}),
    action,
  }));
  let steps = before;
  const show = (): void => {
    const goOn: Item = { label: `Continue with ${counted(steps.length, 'step')}`, alwaysShow: true };
    const chosen = steps.map<Item>(({ name }, at) => ({
      label: `${at + 1}. ${name}`,
      at,
      buttons: [REMOVE],
    }));
    const heading = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
    pick.items =
      steps.length === 0
        ? offered
        : [goOn, heading('Steps'), ...chosen, heading('Add another action'), ...offered];
    if (steps.length > 0) pick.activeItems = [goOn];
    pick.placeholder =
      steps.length === 0
        ? 'Choose the action of the first step'
        : `Choose the action of step ${steps.length + 1}, or continue`;
  };
  show();
  const removals = pick.onDidTriggerItemButton(({ item: { at } }) => {
    steps = steps.filter((_, index) => index !== at);
    show();
  });
  try {
    return await answerOf(pick, () => {
      const [item] = pick.selectedItems;
      if (item?.action) {
        steps = [...steps, item.action];
        pick.value = '';
        show();
        return undefined;
      }
      return item && item.at === undefined ? steps : undefined;
    });
  } finally {
    removals.dispose();
  }
}

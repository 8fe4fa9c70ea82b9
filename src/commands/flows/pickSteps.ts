import * as vscode from 'vscode';
import type { CatalogAction } from '../../flow/catalog.ts';
import { counted } from '../../flow/check/checkSummary.ts';
import { SERVICE_LABELS } from '../../wording/labels.ts';
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
  actions: readonly CatalogAction[],
  before: readonly CatalogAction[],
  keep: (steps: readonly CatalogAction[]) => void,
): Promise<Answer<readonly CatalogAction[]>> {
  const pick = openPick<Item>(position, 'Actions');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const offered = actions.map<Item>(action => ({
    label: action.name,
    description: SERVICE_LABELS.get(action.service ?? '')?.label ?? action.service ?? '',
    ...(action.description ? { detail: action.description } : {}),
    action,
  }));
  let steps = before;
  const show = (): void => {
    const goOn: Item = { label: `Continue with ${counted(steps.length, 'step')}`, alwaysShow: true };
    const chosen = steps.map<Item>(({ name }, at) => ({
      label: `${at + 1}. ${name}`,
      description: 'select to remove',
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
  const change = (changed: readonly CatalogAction[]): void => {
    steps = changed;
    keep(steps);
    pick.value = '';
    show();
  };
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
  }
}

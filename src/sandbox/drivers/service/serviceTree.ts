import type { UiNode, UiState } from '../../../contract/records/uiState.ts';
import { BUDGETS } from '../../../util/budgets.ts';

const { levels: MAX_LEVELS, parts } = BUDGETS.tree;

/** Returns a screen without the texts and descriptions of passwords, and without elements beyond the budget of trees. */
export function usableTree(state: UiState): UiState {
  const budget = { left: parts.elements };
  const [app, keyboard] = [state.a11y_tree, state.ime_tree].map(
    root => root && usableNode(root, budget, 1, false),
  );
  const { phone_state: phone } = state;
  const isSecret = isPasswordFocused(state.a11y_tree);
  return {
    ...state,
    a11y_tree: app,
    ime_tree: keyboard,
    ...(isSecret && phone?.focusedElement
      ? { phone_state: { ...phone, focusedElement: { ...phone.focusedElement, text: '' } } }
      : {}),
  };
}

function usableNode(node: UiNode, budget: { left: number }, level: number, isInPassword: boolean): UiNode {
  budget.left--;
  const isSecret = isInPassword || node.isPassword === true;
  const children: UiNode[] = [];
  if (level < MAX_LEVELS)
    for (const child of node.children ?? []) {
      if (budget.left <= 0) break;
      children.push(usableNode(child, budget, level + 1, isSecret));
    }
  const shown = isSecret ? { ...node, text: '', contentDescription: '' } : node;
  return { ...shown, children, childCount: children.length };
}

function isPasswordFocused(node: UiNode | null | undefined): boolean {
  if (!node) return false;
  return (
    (node.isFocused === true && node.isPassword === true) || (node.children ?? []).some(isPasswordFocused)
  );
}

import type { Bounds, UiNode, UiState } from '../contract/records/uiState.ts';
import { MAX_ELEMENTS, type PanelElement } from '../protocol/devicePanel.ts';
import { screenBounds, visiblePart } from '../flow/selector/visiblePart.ts';
import { plainText, shorten } from '../util/plainText.ts';

/** The maximum lengths of a name and of another text of an element. */
const MAX_NAME_LENGTH = 200;
const MAX_TEXT_LENGTH = 2000;

const FLAGS = [
  ['isClickable', 'clickable'],
  ['isLongClickable', 'long-clickable'],
  ['isEditable', 'editable'],
  ['isScrollable', 'scrollable'],
  ['isCheckable', 'checkable'],
  ['isChecked', 'checked'],
  ['isSelected', 'selected'],
  ['isFocused', 'focused'],
  ['isPassword', 'password'],
] as const;

/** Returns the elements of a screen from back to front, the keyboard last, without the text of password elements. */
export function screenElements(state: UiState): readonly PanelElement[] {
  const screen = screenBounds(state);
  return shown(state).map(({ node, bounds, depth, secret }) => {
    const { left, top, right, bottom } = visiblePart(bounds, screen) ?? bounds;
    return { left, top, right, bottom, depth, name: nameOf(node, secret), facts: factsOf(node, secret) };
  });
}

/** Returns the nodes of a screen in the order of `screenElements`. */
export function shownNodes(state: UiState): readonly UiNode[] {
  return shown(state).map(({ node }) => node);
}

/** A node that the panel shows, with its depth in the tree. */
interface ShownNode {
  readonly node: UiNode;
  readonly bounds: Bounds;
  readonly depth: number;
  /** True if it is a password, or inside of one. */
  readonly secret: boolean;
}

function shown({ a11y_tree, ime_tree }: UiState): readonly ShownNode[] {
  const found: ShownNode[] = [];
  for (const tree of [a11y_tree, ime_tree]) if (tree) collect(tree, 0, false, found);
  return found;
}

function collect(node: UiNode, depth: number, inPassword: boolean, found: ShownNode[]): void {
  const secret = inPassword || node.isPassword === true;
  const bounds = node.boundsInScreen;
  if (bounds && bounds.right > bounds.left && bounds.bottom > bounds.top && found.length < MAX_ELEMENTS) {
    found.push({ node, bounds, depth, secret });
  }
  for (const child of node.children ?? []) collect(child, depth + 1, secret, found);
}

function nameOf(node: UiNode, secret: boolean): string {
  const kind = node.className?.split('.').at(-1) ?? 'Element';
  const says = [secret ? undefined : node.text, secret ? undefined : node.contentDescription, node.hint].find(
    Boolean,
  );
  const shownKind = plainText(kind, MAX_NAME_LENGTH);
  if (says) return `${shownKind} “${plainText(says, MAX_NAME_LENGTH)}”`;
  return secret ? `${shownKind}, password` : shownKind;
}

function factsOf(node: UiNode, secret: boolean): PanelElement['facts'] {
  const flags = FLAGS.flatMap(([name, word]) => (node[name] === true ? [word] : []));
  const facts: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['Text', secret ? (node.text ? 'hidden' : '') : node.text],
    ['Description', secret ? '' : node.contentDescription],
    ['Hint', node.hint],
    ['Class', node.className],
    ['Resource', node.resourceId],
    ['Package', node.packageName],
    ['State', [...flags, ...(node.isEnabled === false ? ['disabled'] : [])].join(', ')],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value: shorten(value, MAX_TEXT_LENGTH) }] : []));
}

import * as vscode from 'vscode';

type Text = string | number | false | null | undefined;

/** The parts of a tree item. Empty texts in lists are omitted. */
interface ItemParts {
  readonly id: string;
  readonly label: string;
  readonly icon: vscode.ThemeIcon;
  readonly description?: readonly Text[] | undefined;
  readonly tooltip?: string | vscode.MarkdownString;
  /** The label for screen readers. */
  readonly spoken?: readonly Text[];
  /** The words that `when` clauses in package.json check. */
  readonly context: readonly Text[];
  readonly command?: vscode.Command | undefined;
  /** The initial state of an item with children. */
  readonly children?: 'collapsed' | 'expanded';
}

/** Creates a tree item. */
export function treeItem(parts: ItemParts): vscode.TreeItem {
  const { id, label, icon, description, tooltip, spoken, context, command, children } = parts;
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const state = children === undefined ? None : children === 'expanded' ? Expanded : Collapsed;
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  item.iconPath = icon;
  item.contextValue = join(context, ' ');
  if (description) item.description = joinFacts(...description);
  if (tooltip !== undefined) item.tooltip = tooltip;
  if (spoken) item.accessibilityInformation = { label: join(spoken, ', ') };
  if (command) item.command = command;
  return item;
}

/** Returns a codicon, in a theme color such as `charts.green` if given. */
export function themeIcon(icon: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Joins texts by a middle dot, without the empty ones. */
export function joinFacts(...texts: readonly Text[]): string {
  return join(texts, ' · ');
}

function join(texts: readonly Text[], separator: string): string {
  return texts.filter(Boolean).join(separator);
}

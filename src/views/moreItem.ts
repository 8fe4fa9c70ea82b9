import * as vscode from 'vscode';
import type { ListName } from '../contributions/command.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';

/** Creates the tree item that loads the next page of a list; `left` is the number of remaining records. */
export function moreItem(
  id: string,
  list: ListName,
  loading: boolean,
  left: number | undefined,
): vscode.TreeItem {
  const item = new vscode.TreeItem(loading ? 'Loading…' : 'Load more…');
  item.id = `${id}/more`;
  item.iconPath = new vscode.ThemeIcon(loading ? 'loading~spin' : 'ellipsis');
  item.contextValue = 'more';
  if (left !== undefined) item.description = `${left} left`;
  if (!loading) item.command = commandItem('Load More', Command.loadMore, { list });
  return item;
}

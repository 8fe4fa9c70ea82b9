import * as vscode from 'vscode';
import { Command } from '../manifest.ts';

/** Creates the tree item that loads the next page of a list; `left` is the number of remaining records. */
export function moreItem(
  id: string,
  list: string,
  loading: boolean,
  left: number | undefined,
): vscode.TreeItem {
  const item = new vscode.TreeItem(loading ? 'Loading…' : 'Load more…');
  item.id = `${id}/more`;
  item.iconPath = new vscode.ThemeIcon(loading ? 'loading~spin' : 'ellipsis');
  item.contextValue = 'more';
  if (left !== undefined) item.description = `${left} left`;
  if (!loading) item.command = { title: 'Load More', command: Command.loadMore, arguments: [{ list }] };
  return item;
}

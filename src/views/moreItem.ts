import * as vscode from 'vscode';
import { Command } from '../manifest.ts';

/** The line that asks for the next page of a list; `left` is how many records are still to come. */
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

import type * as vscode from 'vscode';
import { emptyText } from './filterText.ts';
import { explain } from '../wording/explain.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { ListId } from '../stores/listNames.ts';
import { type ListState, type PagedList, waitsUntil } from '../stores/pagedList.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { failureNotices, nextSteps, type NoticeRow, noticeItem, remark } from './notice.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/**
 * A row of a tree view. Context menu commands receive the row, which carries its record, if any; `kind` is the type
 * of the record.
 */
export interface Row {
  readonly kind: string;
  readonly record?: unknown;
  /** The workspace file that the row represents. */
  readonly resource?: vscode.Uri;
  /** Creates the tree item when the row is shown. */
  readonly item: () => vscode.TreeItem;
  /** Creates the tooltip when the pointer rests on an item that has none. */
  readonly tooltip?: (() => Promise<vscode.MarkdownString>) | undefined;
  /** Returns the child rows; undefined if the row cannot have any. */
  readonly children?: (() => readonly Row[] | Promise<readonly Row[]>) | undefined;
}

/** Creates the row of a record, whose tree item `itemOf` creates. */
export function recordRow<R>(
  kind: string,
  record: R,
  itemOf: (record: R) => vscode.TreeItem,
  children?: Row['children'],
): Row {
  return { kind, record, item: () => itemOf(record), children };
}

/** Options for showing a list as rows. */
interface ListRows<T> {
  /** The list that the retry and load-more commands act on. */
  readonly list: ListId;
  /** Plural noun for the records. */
  readonly noun: string;
  readonly row: (item: T) => Row;
  /** The text of the row shown if the list is empty; by default, there is one only if `isFiltered` is given. */
  readonly empty?: string | undefined;
  /** True if a search or a filter leaves records out; a row of the empty list then shows all of them. */
  readonly isFiltered?: boolean | undefined;
  /** True if the message above the view shows the failure. */
  readonly isFailureAbove?: boolean;
}

/** Returns the rows of a list: its records, failures with the next step, and a row that loads the next page. */
export function listRows<T extends { readonly id: string }>(
  state: ListState<T>,
  { list, noun, row, empty, isFiltered, isFailureAbove = false }: ListRows<T>,
): Row[] {
  // A record that moves between pages during reading can occur twice.
  const rows = [...new Map(state.items.map(item => [item.id, item])).values()].map(row);
  const retry = commandItem('Retry', Command.retryList, { list });
  switch (state.kind) {
    case 'idle':
      return rows;
    case 'loading':
      return rows.length > 0 ? [...rows, moreRow(list, true, undefined)] : rows;
    case 'failed': {
      const id = `${list}/failed`;
      const notices = isFailureAbove
        ? nextSteps(id, state.error, retry)
        : failureNotices(id, state.error, retry, ageOf(state, Date.now()));
      return [...notices.map(noticeRow), ...rows];
    }
    case 'refreshing':
    case 'ready': {
      const { problem, next, total } = state;
      const partial = problem
        ? [
            remark(`${list}/partial`, `Some ${noun} could not be read`, problem),
            ...nextSteps(list, problem, retry),
          ]
        : [];
      const left = total === undefined ? undefined : total - state.items.length;
      const more = next === undefined ? [] : [moreRow(list, state.kind === 'refreshing', left)];
      const shown = [...partial.map(noticeRow), ...rows, ...more];
      const text = empty ?? (isFiltered === undefined ? undefined : emptyText(noun, isFiltered));
      if (shown.length > 0 || text === undefined) return shown;
      const clear = commandItem('Clear Search and Filter', Command.clearFilter, { list });
      const rest = isFiltered === true ? [commandRow(`${list}/clear`, clear.title, clear)] : [];
      return [infoRow(`${list}/empty`, text), ...rest];
    }
  }
}

/** Reads the list of a record unless that has been done, and returns its rows. */
export async function readRows<T extends { readonly id: string }>(
  list: PagedList<T>,
  options: ListRows<T>,
): Promise<Row[]> {
  await list.ensure();
  return listRows(list.state, options);
}

/** Creates a row that shows a notice, such as a failure. */
export function noticeRow(notice: NoticeRow): Row {
  return { kind: 'notice', item: () => noticeItem(notice) };
}

/** Creates a row that shows information. */
export function infoRow(id: string, text: string, detail?: string): Row {
  return noticeRow({ id, text, detail, icon: 'info' });
}

/** Creates a row that runs a command on click. */
export function commandRow(id: string, text: string, command: vscode.Command): Row {
  return noticeRow({ id, text, icon: 'info', command });
}

/**
 * Returns the message above a list: the failure, the remaining wait and the age of the items shown; empty without a
 * failure.
 */
export function listMessage(state: ListState<unknown>, now: number): string {
  if (state.kind !== 'failed') return '';
  const { summary, reason } = explain(state.error);
  return (waitsUntil(state) > 0 ? reason + waitLeft(state, now) : summary) + ageOf(state, now);
}

// Returns the remaining `Retry-After` as a sentence to append.
function waitLeft(state: ListState<unknown>, now: number): string {
  const left = Math.ceil((waitsUntil(state) - now) / 1000);
  return left > 0 ? ` Try again in ${left} s.` : '';
}

// Returns the age of the items shown as a sentence to append.
function ageOf({ items, readAt }: Extract<ListState<unknown>, { kind: 'failed' }>, now: number): string {
  return items.length === 0 || readAt === undefined ? '' : ` Last updated ${relativeTime(readAt, now)}.`;
}

// Returns the row that loads the next page; `left` is the number of remaining records.
function moreRow(list: ListId, isLoading: boolean, left: number | undefined): Row {
  const item = (): vscode.TreeItem =>
    treeItem({
      id: `${list}/more`,
      label: isLoading ? 'Loading…' : 'Load more…',
      icon: themeIcon(isLoading ? 'loading~spin' : 'ellipsis'),
      description: left === undefined ? undefined : [`${left} left`],
      context: ['more'],
      command: isLoading ? undefined : commandItem('Load More', Command.loadMore, { list }),
    });
  return { kind: 'more', item };
}

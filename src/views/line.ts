import type * as vscode from 'vscode';
import { explain } from '../wording/explain.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { ListId } from '../stores/listNames.ts';
import { type ListState, type PagedList, waitsUntil } from '../stores/pagedList.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { failureNotices, nextSteps, type Notice, noticeItem, remark } from './notice.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/**
 * A line of a tree view. Context menu commands receive the line, which carries its record, if any; `kind` is the type
 * of the record.
 */
export interface Line {
  readonly kind: string;
  readonly record?: unknown;
  /** The workspace file that the line represents. */
  readonly resource?: vscode.Uri;
  /** Creates the tree item when the line is shown. */
  readonly item: () => vscode.TreeItem;
  /** Returns the child lines; undefined if the line cannot have any. */
  readonly children?: (() => readonly Line[] | Promise<readonly Line[]>) | undefined;
}

/** Creates the line of a record, whose tree item `itemOf` creates. */
export function recordLine<R>(
  kind: string,
  record: R,
  itemOf: (record: R) => vscode.TreeItem,
  children?: Line['children'],
): Line {
  return { kind, record, item: () => itemOf(record), children };
}

/** Options for showing a list as lines. */
interface ListLines<T> {
  /** The list that the retry and load-more commands act on. */
  readonly list: ListId;
  /** Plural noun for the records. */
  readonly noun: string;
  readonly line: (item: T) => Line;
  /** The text of the line shown if the list is empty; without it, there is none. */
  readonly empty?: string | undefined;
  /** True if the message above the view shows the failure. */
  readonly isFailureAbove?: boolean;
}

/** Returns the lines of a list: its records, failures with the next step, and a line that loads the next page. */
export function listLines<T extends { readonly id: string }>(
  state: ListState<T>,
  { list, noun, line, empty, isFailureAbove = false }: ListLines<T>,
): Line[] {
  // A record that moves between pages during reading can occur twice.
  const lines = [...new Map(state.items.map(item => [item.id, item])).values()].map(line);
  const retry = commandItem('Retry', Command.retryList, { list });
  switch (state.kind) {
    case 'idle':
      return lines;
    case 'loading':
      return lines.length > 0 ? [...lines, moreLine(list, true, undefined)] : lines;
    case 'failed': {
      const id = `${list}/failed`;
      const notices = isFailureAbove
        ? nextSteps(id, state.error, retry)
        : failureNotices(id, state.error, retry, ageOf(state, Date.now()));
      return [...notices.map(noticeLine), ...lines];
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
      const more = next === undefined ? [] : [moreLine(list, state.kind === 'refreshing', left)];
      const shown = [...partial.map(noticeLine), ...lines, ...more];
      return shown.length > 0 || empty === undefined ? shown : [infoLine(`${list}/empty`, empty)];
    }
  }
}

/** Reads the list of a record unless that has been done, and returns its lines. */
export async function readLines<T extends { readonly id: string }>(
  list: PagedList<T>,
  options: ListLines<T>,
): Promise<Line[]> {
  await list.ensure();
  return listLines(list.state, options);
}

/** Creates a line that shows a notice, such as a failure. */
export function noticeLine(notice: Notice): Line {
  return { kind: 'notice', item: () => noticeItem(notice) };
}

/** Creates a line that shows information. */
export function infoLine(id: string, text: string, detail?: string): Line {
  return noticeLine({ id, text, detail, icon: 'info' });
}

/** Creates a line that runs a command on click. */
export function commandLine(id: string, text: string, command: vscode.Command): Line {
  return noticeLine({ id, text, icon: 'info', command });
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

// Returns the line that loads the next page; `left` is the number of remaining records.
function moreLine(list: ListId, isLoading: boolean, left: number | undefined): Line {
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

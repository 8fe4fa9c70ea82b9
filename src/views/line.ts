import type * as vscode from 'vscode';
import type { ListName } from '../contributions/command.ts';
import { explain } from '../host/explain.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';
import { type ListState, waitsUntil } from '../stores/pagedList.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { failureNotices, nextSteps, type Notice, noticeItem, remark } from './notice.ts';
import { moreItem } from './moreItem.ts';

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

/** Options for showing a list as lines. */
export interface ListLines<T> {
  /** Stable prefix of the line IDs, such as `flows`. */
  readonly id: string;
  /** Plural noun for the records, such as `flows`. */
  readonly noun: string;
  readonly line: (item: T) => Line;
  /** The list that the retry and load-more commands act on. */
  readonly list: ListName;
  /** True if the view shows the failure above its lines. */
  readonly saidAbove: boolean;
}

/** Returns the lines of a list: its records, failures with the next step, and a line that loads the next page. */
export function listLines<T extends { readonly id: string }>(
  state: ListState<T>,
  { id, noun, line, list, saidAbove }: ListLines<T>,
): Line[] {
  // A record that moves between pages during reading can occur twice.
  const lines = [...new Map(state.items.map(item => [item.id, item])).values()].map(line);
  const retry = commandItem('Retry', Command.retryList, { list });
  switch (state.kind) {
    case 'idle':
      return lines;
    case 'loading':
      return lines.length > 0 ? [...lines, moreLine(id, list, true, undefined)] : lines;
    case 'failed':
      return [
        ...(saidAbove
          ? nextSteps(`${id}/failed`, state.error, retry)
          : failureNotices(`${id}/failed`, state.error, retry, ageOf(state, Date.now()))
        ).map(noticeLine),
        ...lines,
      ];
    case 'refreshing':
    case 'ready': {
      const { problem, next, total } = state;
      const before = problem
        ? [
            remark(`${id}/partial`, `Some ${noun} could not be read`, problem),
            ...nextSteps(id, problem, retry),
          ]
        : [];
      const left = total === undefined ? undefined : total - state.items.length;
      const after = next === undefined ? [] : [moreLine(id, list, state.kind === 'refreshing', left)];
      return [...before.map(noticeLine), ...lines, ...after];
    }
  }
}

/** Creates a line that shows a notice, such as a failure. */
export function noticeLine(notice: Notice): Line {
  return { kind: 'notice', item: () => noticeItem(notice) };
}

/** Creates a line that shows information. */
export function infoLine(id: string, text: string, detail?: string): Line {
  return noticeLine({ kind: 'notice', id, text, detail, icon: 'info', command: undefined });
}

/** Creates a line that runs a command on click. */
export function stepLine(id: string, text: string, command: vscode.Command): Line {
  return noticeLine({ kind: 'notice', id, text, detail: undefined, icon: 'info', command });
}

/**
 * Returns the message above a list: the failure, the remaining wait and the age of the items shown; empty without a
 * failure.
 */
export function listMessage(state: ListState<unknown>, now: number): string {
  if (state.kind !== 'failed') return '';
  const { summary, reason } = explain(state.error);
  const told = waitsUntil(state) > 0 ? reason + waitLeft(state, now) : summary;
  return told + ageOf(state, now);
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

function moreLine(id: string, list: ListName, loading: boolean, left: number | undefined): Line {
  return { kind: 'more', item: () => moreItem(id, list, loading, left) };
}

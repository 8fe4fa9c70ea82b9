import type * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import { Command } from '../manifest.ts';
import { type ListState, waitsUntil } from '../stores/pagedList.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { failureNotices, nextSteps, type Notice, noticeItem, remark } from './notice.ts';
import { moreItem } from './moreItem.ts';

/**
 * A line of a tree. Commands of the context menu are handed the line, so a line that stands for a record
 * carries it; `kind` tells what record that is.
 */
export interface Line {
  readonly kind: string;
  readonly record?: unknown;
  /** The file that the line stands for, where it is one of the workspace. */
  readonly resource?: vscode.Uri;
  /** Makes the item when the line is shown. */
  readonly item: () => vscode.TreeItem;
  /** The lines below; absent where the line has none. */
  readonly children?: (() => readonly Line[] | Promise<readonly Line[]>) | undefined;
}

/** How a list is shown as lines. */
export interface ListLines<T> {
  /** Stable beginning of the ids of its lines, such as `flows`. */
  readonly id: string;
  /** What the list holds in the plural, such as `flows`. */
  readonly noun: string;
  readonly line: (item: T) => Line;
  /** Which list the commands for retry and the next page are to act on. */
  readonly list: string;
  /** Whether a failure is said above the view already. */
  readonly saidAbove: boolean;
}

/** The lines of a list: its records, what failed with its way out, and a way to the next page. */
export function listLines<T extends { readonly id: string }>(
  state: ListState<T>,
  { id, noun, line, list, saidAbove }: ListLines<T>,
): Line[] {
  // A record that moves while pages are read is given twice.
  const lines = [...new Map(state.items.map(item => [item.id, item])).values()].map(line);
  const retry = { title: 'Retry', command: Command.retryList, arguments: [{ list }] };
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

/** A line that says something, such as a failure or that a list is empty. */
export function noticeLine(notice: Notice): Line {
  return { kind: 'notice', item: () => noticeItem(notice) };
}

/** A line that says something in the colour of plain text. */
export function infoLine(id: string, text: string, detail?: string): Line {
  return noticeLine({ kind: 'notice', id, text, detail, icon: 'info', command: undefined });
}

/** A line that is clicked to do what a command does. */
export function stepLine(id: string, text: string, command: vscode.Command): Line {
  return noticeLine({ kind: 'notice', id, text, detail: undefined, icon: 'info', command });
}

/** What stands above a list: why it failed, what is left of the wait and how old is what is shown, or nothing. */
export function listMessage(state: ListState<unknown>, now: number): string {
  if (state.kind !== 'failed') return '';
  const { summary, reason } = explain(state.error);
  const told = waitsUntil(state) > 0 ? reason + waitLeft(state, now) : summary;
  return told + ageOf(state, now);
}

// How much is left of a wait that the service named, as a sentence behind it.
function waitLeft(state: ListState<unknown>, now: number): string {
  const left = Math.ceil((waitsUntil(state) - now) / 1000);
  return left > 0 ? ` Try again in ${left} s.` : '';
}

// How old is what is still shown beside a failure, as a sentence behind it.
function ageOf({ items, readAt }: Extract<ListState<unknown>, { kind: 'failed' }>, now: number): string {
  return items.length === 0 || readAt === undefined ? '' : ` Last updated ${relativeTime(readAt, now)}.`;
}

function moreLine(id: string, list: string, loading: boolean, left: number | undefined): Line {
  return { kind: 'more', item: () => moreItem(id, list, loading, left) };
}

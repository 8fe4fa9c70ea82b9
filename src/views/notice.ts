import type * as vscode from 'vscode';
import { explain } from '../wording/explain.ts';
import { Command, MANAGE_TRUST } from '../manifest.ts';
import { themeIcon, treeItem } from './treeItem.ts';

// Icons of next steps other than a retry.
const ICONS: Readonly<Record<string, string>> = {
  [Command.signIn]: 'key',
  [MANAGE_TRUST]: 'workspace-untrusted',
  [Command.addDevice]: 'add',
  [Command.createWebhook]: 'add',
  [Command.clearFilter]: 'clear-all',
};

/** A tree row without a record: a failure, a next step or a remark. */
export interface NoticeRow {
  readonly id: string;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly icon: 'error' | 'warning' | 'info';
  readonly command?: vscode.Command;
}

/** Returns the notices for a list error: the failure with the age of the items shown, and the next step. */
export function failureNotices(id: string, error: Error, retry: vscode.Command, age = ''): NoticeRow[] {
  const { summary, detail, next } = explain(error);
  const failure = { id, text: summary + age, detail, icon: next === 'none' ? 'info' : 'error' } as const;
  return [failure, ...nextSteps(id, error, retry)];
}

/** Returns the next step after an error as a clickable notice, if there is one, with the details in its tooltip. */
export function nextSteps(id: string, error: Error, retry: vscode.Command): NoticeRow[] {
  const { detail, next } = explain(error);
  switch (next) {
    case 'signIn':
      return [step(id, 'Sign in', detail, { title: 'Sign In', command: Command.signIn })];
    case 'trust':
      return [step(id, 'Manage trust', detail, { title: 'Manage Trust', command: MANAGE_TRUST })];
    case 'retry':
      return [step(id, 'Retry', detail, retry)];
    case 'connect':
    case 'none':
      return [];
  }
}

/** Creates a warning, such as for a list that was only partly read, with the reason in its tooltip. */
export function remark(id: string, text: string, problem: Error): NoticeRow {
  return { id, text, detail: explain(problem).detail, icon: 'warning' };
}

export function noticeItem({ id, text, detail, icon, command }: NoticeRow): vscode.TreeItem {
  const color = icon === 'info' ? undefined : `list.${icon}Foreground`;
  return treeItem({
    id,
    label: text,
    icon: command ? themeIcon(ICONS[command.command] ?? 'refresh') : themeIcon(icon, color),
    tooltip: detail ?? text,
    spoken: [text],
    context: ['notice'],
    command,
  });
}

function step(id: string, text: string, detail: string, command: vscode.Command): NoticeRow {
  return { id: `${id}/next`, text, detail, icon: 'info', command };
}

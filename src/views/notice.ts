import * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import { Command, MANAGE_TRUST } from '../manifest.ts';

// What a step looks like that is not to try something again.
const ICONS: Readonly<Record<string, string>> = {
  [Command.signIn]: 'key',
  [MANAGE_TRUST]: 'workspace-untrusted',
  [Command.addDevice]: 'add',
  [Command.createWebhook]: 'add',
};

/** A line of a tree that is not a record: a failure with its way out, or a remark. */
export interface Notice {
  readonly kind: 'notice';
  readonly id: string;
  readonly text: string;
  readonly detail: string | undefined;
  readonly icon: 'error' | 'warning' | 'info';
  readonly command: vscode.Command | undefined;
}

/** The notices for an error inside a list: what happened and how old the rest is, then the next step to click. */
export function failureNotices(id: string, error: Error, retry: vscode.Command, age = ''): Notice[] {
  const { summary, detail, next } = explain(error);
  const failure: Notice = {
    kind: 'notice',
    id,
    text: summary + age,
    detail,
    icon: next === 'none' ? 'info' : 'error',
    command: undefined,
  };
  return [failure, ...nextSteps(id, error, retry)];
}

/** The next step after an error as a line to click, where there is one; its tooltip tells the details. */
export function nextSteps(id: string, error: Error, retry: vscode.Command): Notice[] {
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

/** A remark with the colour of a warning, such as a list of which a part could not be read, and why. */
export function remark(id: string, text: string, problem: Error): Notice {
  return { kind: 'notice', id, text, detail: explain(problem).detail, icon: 'warning', command: undefined };
}

/** The tree item of a notice. */
export function noticeItem(notice: Notice): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.text);
  item.id = notice.id;
  item.tooltip = notice.detail ?? notice.text;
  item.accessibilityInformation = { label: notice.text };
  item.contextValue = 'notice';
  if (notice.command) {
    item.command = notice.command;
    item.iconPath = new vscode.ThemeIcon(ICONS[notice.command.command] ?? 'refresh');
  } else {
    item.iconPath = new vscode.ThemeIcon(notice.icon, themeColour(notice.icon));
  }
  return item;
}

function step(id: string, text: string, detail: string, command: vscode.Command): Notice {
  return { kind: 'notice', id: `${id}/next`, text, detail, icon: 'info', command };
}

function themeColour(icon: Notice['icon']): vscode.ThemeColor | undefined {
  switch (icon) {
    case 'error':
      return new vscode.ThemeColor('list.errorForeground');
    case 'warning':
      return new vscode.ThemeColor('list.warningForeground');
    case 'info':
      return undefined;
  }
}

import * as vscode from 'vscode';
import { isOver, type PendingMailbox } from '../stores/pendingMailbox.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip } from './markdown.ts';

const STATES: Readonly<Record<PendingMailbox['state'], { text: string; detail: string; icon: string }>> = {
  unanswered: {
    text: 'not answered yet',
    detail: 'The service has not answered. Resume asks it again, without a second mailbox.',
    icon: 'warning',
  },
  waiting: {
    text: 'waiting for consent',
    detail: 'Allow the mailbox in your browser. Resume opens the page again.',
    icon: 'watch',
  },
  expired: {
    text: 'expired',
    detail: 'Consent was not given in time. Connect it again, or cancel to forget it.',
    icon: 'circle-slash',
  },
  removed: {
    text: 'denied or removed',
    detail: 'The mailbox was denied in the browser, or removed. Connect it again, or cancel to forget it.',
    icon: 'circle-slash',
  },
};

/** Creates the tree item of a mailbox that is not connected yet, with its state, start time and deadline. */
export function pendingMailboxItem(pending: PendingMailbox): vscode.TreeItem {
  const { id, label, state, since, expiresAt } = pending;
  const { text, detail, icon } = STATES[state];
  const now = Date.now();
  const name = label === '' ? 'Gmail mailbox' : label;
  const began = relativeTimestamp(since, now);
  const ends = state === 'waiting' && expiresAt !== undefined ? relativeTimestamp(expiresAt, now) : '';
  const facts = [text, `since ${began}`, ends === '' ? '' : `expires ${ends}`].filter(Boolean);
  const item = new vscode.TreeItem(name);
  item.id = `pendingMailbox/${id}`;
  item.description = facts.join(' · ');
  item.iconPath = new vscode.ThemeIcon(icon, colourOf(state));
  item.tooltip = factsTooltip(name, detail, [
    ['State', text],
    ['Started', began],
    ['Expires', ends],
    ['Mailbox', pending.mailboxId],
  ]);
  item.accessibilityInformation = { label: [name, 'mailbox to be connected', ...facts].join(', ') };
  item.contextValue = `pendingMailbox ${isOver(pending) ? 'over' : state}`;
  return item;
}

function colourOf(state: PendingMailbox['state']): vscode.ThemeColor | undefined {
  switch (state) {
    case 'unanswered':
      return new vscode.ThemeColor('list.warningForeground');
    case 'waiting':
      return new vscode.ThemeColor('charts.blue');
    case 'expired':
    case 'removed':
      return new vscode.ThemeColor('disabledForeground');
  }
}

import * as vscode from 'vscode';
import type { LocalReceiver } from '../host/localReceiver.ts';
import { eventTypeOf, headerEndingWith, type Verification, type Received } from '../host/received.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { colouredIcon } from './colouredIcon.ts';
import { infoLine, type Line } from './line.ts';
import { factsTooltip, momentFact } from './markdown.ts';

/** Returns the line of the local receiver with its deliveries as children; empty while it does not run. */
export function receiverLines(receiver: LocalReceiver): Line[] {
  const { address, deliveries } = receiver;
  if (address === undefined) return [];
  const received = deliveries.map(delivery => ({
    kind: 'received',
    record: { id: delivery.id },
    item: () => receivedItem(delivery),
  }));
  const empty = infoLine('receiver/empty', 'Nothing received yet');
  return [
    {
      kind: 'receiver',
      item: () => receiverItem(receiver, address),
      children: () => (received.length > 0 ? received : [empty]),
    },
  ];
}

function receiverItem(receiver: LocalReceiver, address: string): vscode.TreeItem {
  const { answer, deliveries, registration, misplaced } = receiver;
  const answers = `answers ${answer.status}${answer.afterSeconds > 0 ? ` after ${answer.afterSeconds} s` : ''}`;
  const received = deliveries.length === 0 ? '' : `${deliveries.length} received`;
  const stands = registration ? (misplaced ? 'registered elsewhere' : '') : 'not registered';
  const item = new vscode.TreeItem('Local receiver', vscode.TreeItemCollapsibleState.Expanded);
  item.id = 'receiver';
  item.description = [stands, answers, received, new URL(address).host].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon('inbox');
  const elsewhere = misplaced
    ? 'The registered address uses a port that is no longer available. Register it again.'
    : undefined;
  item.tooltip = factsTooltip('Local receiver', elsewhere, [
    ['Address', address],
    ['Answers', answers.replace('answers ', '')],
    ['Received', deliveries.length],
    ['Registered with', registration?.connectionName ?? 'no connection'],
    ['Registered as', registration?.url],
    ['Endpoint ID', registration?.endpointId],
  ]);
  item.accessibilityInformation = {
    label: ['Local receiver', address, stands || 'registered', received, answers].filter(Boolean).join(', '),
  };
  item.contextValue = `receiver ${registration && !misplaced ? 'registered' : 'unregistered'}`;
  return item;
}

function receivedItem(delivery: Received): vscode.TreeItem {
  const { id, receivedAt, verification, answered, bodyBytes, path } = delivery;
  const name = eventTypeOf(delivery);
  const age = relativeTime(receivedAt, Date.now());
  const attempt = Number(headerEndingWith(delivery, '-attempt') ?? 1);
  const tries = attempt > 1 ? `attempt ${attempt}` : '';
  const outcome = answered ? `answered ${answered.status ?? 'too late'}` : 'not answered yet';
  const repeated = delivery.repeated ? 'repeated' : '';
  const item = new vscode.TreeItem(name);
  item.id = `received/${id}`;
  // The icon already shows success, and a sidebar is narrow.
  const verdict = verification.kind === 'verified' ? '' : VERDICTS[verification.kind];
  const facts = [verdict, outcome.replace('answered ', ''), tries, repeated, age];
  item.description = facts.filter(Boolean).join(' · ');
  item.iconPath = verdictIcon(verification.kind);
  item.tooltip = factsTooltip(name, verification.explanation, [
    [
      'Answered',
      answered ? `${answered.status ?? 'caller disconnected'} after ${answered.afterMs} ms` : undefined,
    ],
    ['Attempt', attempt > 1 ? attempt : undefined],
    ['Received before', delivery.repeated || undefined],
    ['Received', momentFact(new Date(receivedAt).toISOString(), Date.now())],
    ['Path', path],
    ['Body', `${bodyBytes} bytes`],
  ]);
  const words = [name, 'received delivery', VERDICTS[verification.kind], outcome, tries, repeated, age];
  item.accessibilityInformation = { label: words.filter(Boolean).join(', ') };
  item.contextValue = 'received';
  const line = { kind: 'received', record: { id } } as const;
  item.command = commandItem('Show Delivery', Command.showReceived, line);
  return item;
}

const VERDICTS: Readonly<Record<Verification['kind'], string>> = {
  checking: 'being checked',
  verified: 'verified',
  old: 'verified, but old',
  refused: 'not verified',
  unchecked: 'not checked',
};

function verdictIcon(kind: Verification['kind']): vscode.ThemeIcon {
  switch (kind) {
    case 'checking':
      return new vscode.ThemeIcon('loading~spin');
    case 'verified':
      return colouredIcon('verified-filled', 'testing.iconPassed');
    case 'old':
      return colouredIcon('warning', 'list.warningForeground');
    case 'refused':
      return colouredIcon('error', 'list.errorForeground');
    case 'unchecked':
      return new vscode.ThemeIcon('question');
  }
}

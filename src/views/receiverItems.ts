import type * as vscode from 'vscode';
import type { LocalReceiver } from '../appState/localReceiver.ts';
import { eventTypeOf, headerEndingWith, type SignatureCheck, type Received } from '../appState/received.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { infoRow, type Row } from './row.ts';
import { factsTooltip, momentFact } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** Returns the row of the local receiver with its deliveries as children; no row while it does not run. */
export function receiverRows(receiver: LocalReceiver): Row[] {
  const { address, deliveries } = receiver;
  if (address === undefined) return [];
  const received = deliveries.map(delivery => ({
    kind: 'received',
    record: { id: delivery.id },
    item: () => receivedItem(delivery),
  }));
  const emptyRow = infoRow('receiver/empty', 'Nothing received yet');
  return [
    {
      kind: 'receiver',
      item: () => receiverItem(receiver, address),
      children: () => (received.length > 0 ? received : [emptyRow]),
    },
  ];
}

function receiverItem(receiver: LocalReceiver, address: string): vscode.TreeItem {
  const { answer, deliveries, registration, isMisplaced } = receiver;
  const response = `${answer.status}${answer.afterSeconds > 0 ? ` after ${answer.afterSeconds} s` : ''}`;
  const answers = `answers ${response}`;
  const received = deliveries.length === 0 ? '' : `${deliveries.length} received`;
  const state = registration ? (isMisplaced ? 'registered elsewhere' : '') : 'not registered';
  const misplacedNote = isMisplaced
    ? 'The registered address uses a port that is no longer available. Register it again.'
    : undefined;
  return treeItem({
    id: 'receiver',
    label: 'Local receiver',
    icon: themeIcon('inbox'),
    description: [state, answers, received, new URL(address).host],
    tooltip: factsTooltip('Local receiver', misplacedNote, [
      ['Address', address],
      ['Answers', response],
      ['Received', deliveries.length],
      ['Registered with', registration?.connectionName ?? 'no connection'],
      ['Registered as', registration?.url],
      ['Endpoint ID', registration?.endpointId],
    ]),
    spoken: ['Local receiver', address, state || 'registered', received, answers],
    context: ['receiver', registration && !isMisplaced ? 'registered' : 'unregistered'],
    children: 'expanded',
  });
}

function receivedItem(delivery: Received): vscode.TreeItem {
  const { id, receivedAt, verification, answered, bodyBytes, path } = delivery;
  const name = eventTypeOf(delivery);
  const age = relativeTime(receivedAt, Date.now());
  const attempt = Number(headerEndingWith(delivery, '-attempt') ?? 1);
  const attemptText = attempt > 1 && `attempt ${attempt}`;
  const status = answered && String(answered.status ?? 'too late');
  const outcome = status === undefined ? 'not answered yet' : `answered ${status}`;
  const repeated = delivery.repeated && 'repeated';
  const { text, icon } = VERDICTS[verification.kind];
  const isAccepted = answered?.status === undefined ? !answered : answered.status < 300;
  const row = { kind: 'received', record: { id } } as const;
  return treeItem({
    id: `received/${id}`,
    label: name,
    // An attempt that was not accepted is repeated or lost, although its signature is right.
    icon: verification.kind === 'verified' && !isAccepted ? VERDICTS.old.icon : icon,
    // Short, because a sidebar is narrow and the icon already shows success.
    description: [verification.kind !== 'verified' && text, status ?? outcome, attemptText, repeated, age],
    tooltip: factsTooltip(name, verification.explanation, [
      [
        'Answered',
        answered ? `${answered.status ?? 'caller disconnected'} after ${answered.afterMs} ms` : undefined,
      ],
      ['Attempt', attempt > 1 ? attempt : undefined],
      ['Received before', delivery.repeated || undefined],
      ['Received', momentFact(new Date(receivedAt).toISOString(), Date.now())],
      ['Path', path],
      ['Body', `${bodyBytes} bytes`],
    ]),
    spoken: [name, 'received delivery', text, outcome, attemptText, repeated, age],
    context: ['received'],
    command: commandItem('Show Delivery', Command.showReceived, row),
  });
}

const VERDICTS: Readonly<
  Record<SignatureCheck['kind'], { readonly text: string; readonly icon: vscode.ThemeIcon }>
> = {
  checking: { text: 'being checked', icon: themeIcon('loading~spin') },
  verified: { text: 'verified', icon: themeIcon('verified-filled', 'charts.green') },
  old: { text: 'verified, but old', icon: themeIcon('warning', 'list.warningForeground') },
  refused: { text: 'not verified', icon: themeIcon('error', 'list.errorForeground') },
  unchecked: { text: 'not checked', icon: themeIcon('question') },
};

import * as vscode from 'vscode';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';
import type { Delivery } from '../contract/records/delivery.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { colouredIcon } from './colouredIcon.ts';
import { factsTooltip, momentFact } from './markdown.ts';

/**
 * Creates the tree item of an endpoint, with its URL or description as the label and health and event filter as the
 * description.
 */
export function webhookItem(webhook: Webhook, listed: boolean): vscode.TreeItem {
  const { url, description, eventTypes, state, health } = webhook;
  const off = state === 'DISABLED';
  const stands = off ? 'disabled' : (health ?? (listed ? 'healthy' : 'created here'));
  const count = (eventTypes ?? []).length;
  const filter =
    eventTypes == null && !listed
      ? ''
      : count === 0
        ? 'every event'
        : count === 1
          ? '1 event type'
          : `${count} event types`;
  const item = new vscode.TreeItem(
    description || shortAddress(url) || `Endpoint ${webhook.id.slice(0, 8)}`,
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = `webhook/${webhook.id}`;
  item.description = [stands === 'healthy' ? '' : stands, description ? shortAddress(url) : '', filter]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = webhookIcon(stands);
  const now = Date.now();
  item.tooltip = factsTooltip(url, description, [
    ['State', stands],
    ['Blocked because', webhook.blockedReason],
    ['Blocked', webhook.blockedAt && relativeTimestamp(webhook.blockedAt, now)],
    ['Events', (eventTypes ?? []).join(', ') || 'every event'],
    ['Signed', webhook.signingEnabled],
    ['Created', webhook.createdAt && relativeTimestamp(webhook.createdAt, now)],
    ['ID', webhook.id],
  ]);
  const spoken = [
    description || url || `Endpoint ${webhook.id.slice(0, 8)}`,
    'webhook endpoint',
    stands,
    filter,
  ];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(', ') };
  item.contextValue = [
    'webhook record',
    listed ? (off ? 'off' : 'on') : 'bare',
    ...(stands === 'blocked' ? ['blocked'] : []),
  ].join(' ');
  return item;
}

/** Creates the tree item of a delivery, with its event type, outcome, attempts and age. */
export function deliveryItem(delivery: Delivery): vscode.TreeItem {
  const { eventType, status, attempts, lastStatusCode, lastError, durationMs, isTest } = delivery;
  const name = eventType ?? 'Event';
  const age = delivery.createdAt ? relativeTimestamp(delivery.createdAt, Date.now()) : '';
  const tries = (attempts ?? 1) > 1 ? `${attempts ?? 0} attempts` : '';
  const item = new vscode.TreeItem(name);
  item.id = `delivery/${delivery.endpointId ?? ''}/${delivery.id}`;
  const test = isTest && !name.includes('test') ? 'test' : '';
  const outcome = lastStatusCode ?? (status === 'dead' ? 'no answer' : status);
  item.description = [test, outcome, tries, age].filter(Boolean).join(' · ');
  item.iconPath = deliveryIcon(status ?? '');
  item.tooltip = factsTooltip(name, lastError, [
    ['Status', status],
    ['Answer', lastStatusCode],
    ['Attempts', attempts],
    ['Took', durationMs == null ? undefined : `${durationMs} ms`],
    ['Happened', momentFact(delivery.occurredAt, Date.now())],
    ['Event ID', delivery.eventId],
    ['ID', delivery.id],
  ]);
  item.accessibilityInformation = {
    label: [name, 'delivery', status ?? '', tries, age].filter(Boolean).join(', '),
  };
  item.contextValue = 'delivery record';
  const { id, endpointId } = delivery;
  const line = { kind: 'delivery', record: { id, endpointId } } as const;
  item.command = commandItem('Show Delivery', Command.showDelivery, line);
  return item;
}

function webhookIcon(stands: string): vscode.ThemeIcon {
  switch (stands) {
    case 'healthy':
      return colouredIcon('broadcast', 'testing.iconPassed');
    case 'failing':
      return colouredIcon('warning', 'list.warningForeground');
    case 'blocked':
      return colouredIcon('error', 'list.errorForeground');
    case 'disabled':
      return new vscode.ThemeIcon('circle-slash');
    default:
      return new vscode.ThemeIcon('broadcast');
  }
}

function deliveryIcon(status: string): vscode.ThemeIcon {
  switch (status) {
    case 'success':
      return colouredIcon('pass', 'testing.iconPassed');
    case 'dead':
      return colouredIcon('error', 'list.errorForeground');
    case 'pending':
      return new vscode.ThemeIcon('clock');
    default:
      return new vscode.ThemeIcon('circle-outline');
  }
}

// Only host and path, since the query may be long or secret.
function shortAddress(url: string): string {
  return URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url;
}

import type * as vscode from 'vscode';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { Delivery } from '../contract/records/delivery.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import { counted } from '../util/counted.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip, momentFact } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/**
 * Creates the tree item of an endpoint, with its URL or description as the label and health and event filter as the
 * description.
 */
export function webhookItem(webhook: Webhook, isListed: boolean): vscode.TreeItem {
  const { url, description, eventTypes, state, health } = webhook;
  const isDisabled = state === 'DISABLED';
  const condition = isDisabled ? 'disabled' : (health ?? (isListed ? 'healthy' : 'created here'));
  const count = (eventTypes ?? []).length;
  const isFilterUnknown = eventTypes == null && !isListed;
  const filter = isFilterUnknown ? '' : count === 0 ? 'every event' : counted(count, 'event type');
  const shortId = `Endpoint ${webhook.id.slice(0, 8)}`;
  const now = Date.now();
  return treeItem({
    id: `webhook/${webhook.id}`,
    label: description || shortAddress(url) || shortId,
    icon: webhookIcon(condition),
    description: [condition !== 'healthy' && condition, description && shortAddress(url), filter],
    tooltip: factsTooltip(url, description, [
      ['State', condition],
      ['Blocked because', webhook.blockedReason],
      ['Blocked', webhook.blockedAt && relativeTimestamp(webhook.blockedAt, now)],
      ['Events', (eventTypes ?? []).join(', ') || 'every event'],
      ['Signed', webhook.signingEnabled],
      ['Created', webhook.createdAt && relativeTimestamp(webhook.createdAt, now)],
      ['ID', webhook.id],
    ]),
    spoken: [description || url || shortId, 'webhook endpoint', condition, filter],
    context: [
      'webhook record',
      isListed ? (isDisabled ? 'off' : 'on') : 'bare',
      condition === 'blocked' && 'blocked',
    ],
    children: 'collapsed',
  });
}

/** Creates the tree item of a delivery, with its event type, outcome, attempts and age. */
export function deliveryItem(delivery: Delivery): vscode.TreeItem {
  const { eventType, status, attempts, lastStatusCode, lastError, durationMs, isTest } = delivery;
  const name = eventType ?? 'Event';
  const age = delivery.createdAt ? relativeTimestamp(delivery.createdAt, Date.now()) : '';
  const tries = (attempts ?? 1) > 1 ? `${attempts ?? 0} attempts` : '';
  const outcome = lastStatusCode ?? (status === 'dead' ? 'no answer' : status);
  const { id, endpointId } = delivery;
  const row = { kind: 'delivery', record: { id, endpointId } } as const;
  return treeItem({
    id: `delivery/${endpointId ?? ''}/${id}`,
    label: name,
    icon: deliveryIcon(status ?? ''),
    description: [isTest && !name.includes('test') && 'test', outcome, tries, age],
    tooltip: factsTooltip(name, lastError, [
      ['Status', status],
      ['Answer', lastStatusCode],
      ['Attempts', attempts],
      ['Took', durationMs == null ? undefined : `${durationMs} ms`],
      ['Happened', momentFact(delivery.occurredAt, Date.now())],
      ['Event ID', delivery.eventId],
      ['ID', id],
    ]),
    spoken: [name, 'delivery', status, tries, age],
    context: ['delivery record'],
    command: commandItem('Show Delivery', Command.showDelivery, row),
  });
}

function webhookIcon(condition: string): vscode.ThemeIcon {
  switch (condition) {
    case 'healthy':
      return themeIcon('broadcast', 'charts.green');
    case 'failing':
      return themeIcon('warning', 'list.warningForeground');
    case 'blocked':
      return themeIcon('error', 'list.errorForeground');
    case 'disabled':
      return themeIcon('circle-slash');
    default:
      return themeIcon('broadcast');
  }
}

function deliveryIcon(status: string): vscode.ThemeIcon {
  switch (status) {
    case 'success':
      return themeIcon('pass', 'charts.green');
    case 'dead':
      return themeIcon('error', 'list.errorForeground');
    case 'pending':
      return themeIcon('clock');
    default:
      return themeIcon('circle-outline');
  }
}

// Only host and path, since the query may be long or secret.
function shortAddress(url: string): string {
  return URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url;
}

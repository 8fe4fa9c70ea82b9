import type * as vscode from 'vscode';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { Delivery } from '../contract/records/delivery.ts';
import type { Webhook } from '../contract/records/webhook.ts';
import { counted } from '../util/counted.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip, momentFact } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** The named reasons for blocking an endpoint, in words (wire facts 11). */
const BLOCKED_REASONS: ReadonlyMap<string, string> = new Map([
  ['integration_disconnected', 'The integration is no longer connected.'],
  ['integration_target_invalid', 'The integration no longer has this target.'],
]);

/**
 * Creates the tree item of an endpoint, with its target or description as the label and health and event filter as the
 * description.
 */
export function webhookItem(webhook: Webhook, isListed: boolean): vscode.TreeItem {
  const { url, integration, description, eventTypes, state, health, blockedReason } = webhook;
  const target = integration?.label ?? url ?? '';
  const shortTarget = integration ? target : shortAddress(target);
  const isDisabled = state === 'DISABLED';
  const condition = isDisabled ? 'disabled' : (health ?? (isListed ? 'healthy' : 'created here'));
  const count = (eventTypes ?? []).length;
  const isFilterUnknown = eventTypes == null && !isListed;
  const filter = isFilterUnknown ? '' : count === 0 ? 'every event' : counted(count, 'event type');
  const shortId = `Endpoint ${webhook.id.slice(0, 8)}`;
  const now = Date.now();
  return treeItem({
    id: `webhook/${webhook.id}`,
    label: description || shortTarget || shortId,
    icon: webhookIcon(condition),
    description: [condition !== 'healthy' && condition, description && shortTarget, filter],
    tooltip: factsTooltip(target || shortId, description, [
      ['State', condition],
      ['Blocked because', blockedReason && (BLOCKED_REASONS.get(blockedReason) ?? blockedReason)],
      ['Blocked', webhook.blockedAt && relativeTimestamp(webhook.blockedAt, now)],
      ['Events', (eventTypes ?? []).join(', ') || 'every event'],
      ['Signed', webhook.signingEnabled],
      ['Created', webhook.createdAt && relativeTimestamp(webhook.createdAt, now)],
      ['ID', webhook.id],
    ]),
    spoken: [description || target || shortId, 'webhook endpoint', condition, filter],
    context: [
      'webhook record',
      isListed ? (isDisabled ? 'off' : 'on') : 'bare',
      integration && 'unsigned',
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

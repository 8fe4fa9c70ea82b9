import * as vscode from 'vscode';
import type { Action } from '../contract/records/action.ts';
import { type ParameterSummary, summariseParameters } from '../flow/schemaSummary.ts';
import { markdown } from '../host/markdown.ts';
import { SERVICE_LABELS } from '../host/serviceLabels.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';
import type { ServiceActions } from '../stores/actionStore.ts';
import type { ActionNode } from './actionNodes.ts';
import { code, escapeMarkdown } from '../util/markdown.ts';
import { noticeItem } from './notice.ts';

const TOOLTIP_PARAMETERS = 12;

/** Creates the tree item of a node of the actions view. */
export function actionTreeItem(node: ActionNode): vscode.TreeItem {
  switch (node.kind) {
    case 'service':
      return serviceItem(node.group);
    case 'action':
      return actionItem(node);
    case 'more':
      return moreItem(node);
    case 'notice':
      return noticeItem(node);
  }
}

function serviceItem({ service, list }: ServiceActions): vscode.TreeItem {
  const known = SERVICE_LABELS[service];
  const item = new vscode.TreeItem(known?.label ?? service, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `actions/${service}`;
  item.iconPath = new vscode.ThemeIcon(known?.icon ?? 'symbol-namespace');
  item.description = list.kind === 'ready' ? String(list.total ?? list.items.length) : '';
  item.tooltip = `Actions of the service ${service}`;
  item.accessibilityInformation = { label: `${known?.label ?? service}, service` };
  item.contextValue = 'service';
  return item;
}

function actionItem({ action, service }: Extract<ActionNode, { kind: 'action' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(action.name);
  item.id = `action/${service}/${action.id}`;
  item.description = action.method ?? '';
  item.iconPath = new vscode.ThemeIcon('symbol-method');
  item.tooltip = tooltip(action);
  item.accessibilityInformation = {
    label: [action.name, 'action', action.method].filter(Boolean).join(', '),
  };
  item.contextValue = action.paramsSchema == null ? 'action' : 'action schema';
  if (action.paramsSchema != null) {
    item.command = commandItem('Show Schema', Command.showActionSchema, { action });
  }
  return item;
}

function moreItem(node: Extract<ActionNode, { kind: 'more' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(node.loading ? 'Loading…' : 'Load more…');
  item.id = `actions/${node.service}/more`;
  item.iconPath = new vscode.ThemeIcon(node.loading ? 'loading~spin' : 'ellipsis');
  item.contextValue = 'more';
  if (node.left !== undefined) item.description = `${node.left} left`;
  if (!node.loading) {
    item.command = commandItem('Load More', Command.loadMoreActions, node);
  }
  return item;
}

function tooltip(action: Action): vscode.MarkdownString {
  const { name, description, service, method, paramsSchema } = action;
  const parameters = summariseParameters(paramsSchema);
  const hidden = parameters.length - TOOLTIP_PARAMETERS;
  const parts = [
    `**${escapeMarkdown(name)}**`,
    description ? escapeMarkdown(description) : '',
    code(`${service} · ${method ?? 'no method'}`),
    paramsSchema == null
      ? 'No schema: any parameters are taken.'
      : parameters.length === 0
        ? 'The schema names no parameters.'
        : parameters.slice(0, TOOLTIP_PARAMETERS).map(parameterLine).join('\n'),
    hidden > 0 ? `and ${hidden} more` : '',
  ];
  return markdown(parts.filter(part => part !== '').join('\n\n'));
}

function parameterLine({ name, type, required, description }: ParameterSummary): string {
  const words = description ? ` ${escapeMarkdown(description.replaceAll(/\s+/g, ' '))}` : '';
  return `- ${code(name)}: ${code(type)}${required ? ' (required)' : ''}${words}`;
}

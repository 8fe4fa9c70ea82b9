import * as vscode from 'vscode';
import type { Action } from '../contract/records/action.ts';
import { type ParameterSummary, summariseParameters } from '../flow/schemaSummary.ts';
import { SERVICE_LOOKS } from '../host/serviceLooks.ts';
import { Command } from '../manifest.ts';
import type { ServiceActions } from '../stores/actionStore.ts';
import type { ActionNode } from './actionNodes.ts';
import { noticeItem } from './notice.ts';

const TOOLTIP_PARAMETERS = 12;

/** The tree item of a line of the actions view. */
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
  const known = SERVICE_LOOKS[service];
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
    item.command = { title: 'Show Schema', command: Command.showActionSchema, arguments: [{ action }] };
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
    item.command = { title: 'Load More', command: Command.loadMoreActions, arguments: [node] };
  }
  return item;
}

function tooltip(action: Action): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  markdown.appendMarkdown('**').appendText(action.name).appendMarkdown('**\n\n');
  if (action.description) markdown.appendText(action.description).appendMarkdown('\n\n');
  markdown.appendMarkdown(`\`${code(`${action.service} · ${action.method ?? 'no method'}`)}\`\n\n`);
  const parameters = summariseParameters(action.paramsSchema);
  if (action.paramsSchema == null) markdown.appendText('No schema: any parameters are taken.');
  else if (parameters.length === 0) markdown.appendText('The schema names no parameters.');
  for (const parameter of parameters.slice(0, TOOLTIP_PARAMETERS)) appendParameter(markdown, parameter);
  const hidden = parameters.length - TOOLTIP_PARAMETERS;
  if (hidden > 0) markdown.appendMarkdown(`\n\nand ${hidden} more`);
  return markdown;
}

function appendParameter(markdown: vscode.MarkdownString, parameter: ParameterSummary): void {
  const { name, type, required, description } = parameter;
  markdown.appendMarkdown(`- \`${code(name)}\`: \`${code(type)}\`${required ? ' (required)' : ''}`);
  if (description) markdown.appendMarkdown(' ').appendText(description.replaceAll(/\s+/g, ' '));
  markdown.appendMarkdown('\n');
}

// A code span ends at a backtick, and text from the service must not end it early.
function code(text: string): string {
  return text.replaceAll('`', 'ˋ').replaceAll('\n', ' ');
}

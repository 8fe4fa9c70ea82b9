import type * as vscode from 'vscode';
import type { Action } from '../contract/records/action.ts';
import { type ParameterSummary, summarizeParameters } from '../flow/schema/schemaSummary.ts';
import { commandItem } from '../host/commands.ts';
import { markdown } from '../host/markdown.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';
import { Command, View } from '../manifest.ts';
import { type ActionStore, ALL_ACTIONS, type ServiceActions } from '../stores/actionStore.ts';
import { code, escapeMarkdown } from '../util/markdown.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { filterText } from './filterText.ts';
import { type Row, listRows, listMessage, noticeRow } from './row.ts';
import { nextSteps } from './notice.ts';
import { themeIcon, treeItem } from './treeItem.ts';

const TOOLTIP_PARAMETERS = 12;

const RETRY = commandItem('Retry', Command.refreshActions, { failedOnly: true });

/** Creates the source of the “Actions” view: the catalog by service. */
export function actionView(actions: ActionStore): ConnectionSource {
  // If all services failed, the error is shown once above the tree.
  const failedLists = (): FailedList[] => {
    const lists = actions.services.map(({ list }) => list);
    const failed = lists.filter(list => list.kind === 'failed');
    return failed.length === lists.length ? failed : [];
  };
  // A search hides services without matches.
  const shownServices = (): readonly ServiceActions[] =>
    actions.filter.search === '' ? actions.services : actions.services.filter(service => !isEmpty(service));
  return {
    view: View.actions,
    refresh: Command.refreshActions,
    onDidChange: actions.onDidChange,
    ensure: () => actions.ensure(),
    rows: () => {
      const [failed] = failedLists();
      if (!failed) return shownServices().map(serviceRow);
      const known = actions.services.filter(({ list }) => list.items.length > 0);
      return [
        ...nextSteps('actions/failed', failed.error, RETRY).map(noticeRow),
        ...known.map(({ service, list: { items } }) =>
          serviceRow({ service, list: { kind: 'idle', items } }),
        ),
      ];
    },
    message: () => {
      const failed = failedLists();
      const shown = failed.find(({ items }) => items.length > 0) ?? failed[0];
      if (shown) return listMessage(shown, Date.now());
      return shownServices().length > 0 ? '' : `No action matches “${actions.filter.search}”.`;
    },
    description: () => filterText(actions.filter, ALL_ACTIONS),
    watch: isWatched => actions.watch(isWatched),
  };
}

type FailedList = Extract<ServiceActions['list'], { kind: 'failed' }>;

function isEmpty({ list }: ServiceActions): boolean {
  return list.kind === 'ready' && list.items.length === 0 && list.problem === undefined;
}

function serviceRow({ service, list }: ServiceActions): Row {
  const { label, icon } = SERVICE_LABELS.get(service) ?? { label: service, icon: 'symbol-namespace' };
  return {
    kind: 'service',
    item: () =>
      treeItem({
        id: `actions/${service}`,
        label,
        icon: themeIcon(icon),
        description: list.kind === 'ready' ? [String(list.total ?? list.items.length)] : [],
        tooltip: `Actions of the service ${service}`,
        spoken: [label, 'service'],
        context: ['service'],
        children: 'expanded',
      }),
    children: () =>
      listRows(list, {
        list: `actions/${service}`,
        noun: 'actions',
        empty: 'No actions',
        row: action => ({ kind: 'action', record: action, item: () => actionItem(action, service) }),
      }),
  };
}

function actionItem(action: Action, service: string): vscode.TreeItem {
  const row = { kind: 'action', record: action } as const;
  const hasSchema = action.paramsSchema != null;
  return treeItem({
    id: `action/${service}/${action.id}`,
    label: action.name,
    icon: themeIcon('symbol-method'),
    description: [action.method],
    tooltip: tooltip(action),
    spoken: [action.name, 'action', action.method],
    context: ['action', hasSchema && 'schema'],
    command: hasSchema ? commandItem('Show Schema', Command.showActionSchema, row) : undefined,
  });
}

function tooltip(action: Action): vscode.MarkdownString {
  const { name, description, service, method, paramsSchema } = action;
  const parameters = summarizeParameters(paramsSchema);
  const hidden = parameters.length - TOOLTIP_PARAMETERS;
  const parts = [
    `**${escapeMarkdown(name)}**`,
    description ? escapeMarkdown(description) : '',
    code(`${service} · ${method ?? 'no method'}`),
    paramsSchema == null
      ? 'No schema: any parameters are taken.'
      : parameters.length === 0
        ? 'The schema names no parameters.'
        : parameters.slice(0, TOOLTIP_PARAMETERS).map(parameterRow).join('\n'),
    hidden > 0 ? `and ${hidden} more` : '',
  ];
  return markdown(parts.filter(part => part !== '').join('\n\n'));
}

function parameterRow({ name, type, required, description }: ParameterSummary): string {
  const text = description ? ` ${escapeMarkdown(description.replaceAll(/\s+/g, ' '))}` : '';
  return `- ${code(name)}: ${code(type)}${required ? ' (required)' : ''}${text}`;
}

import type { Action } from '../contract/records/action.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';
import type { ServiceActions } from '../stores/actionStore.ts';
import { failureNotices, nextSteps, type Notice, remark } from './notice.ts';

/** A node of the actions view. */
export type ActionNode =
  | { readonly kind: 'service'; readonly service: string; readonly group: ServiceActions }
  | { readonly kind: 'action'; readonly service: string; readonly action: Action }
  | {
      readonly kind: 'more';
      readonly service: string;
      readonly loading: boolean;
      readonly left: number | undefined;
    }
  | Notice;

const RETRY = commandItem('Retry', Command.refreshActions, { failedOnly: true });

/**
 * Returns the top-level nodes of the view, and the error if all services failed, which is shown once above the tree. In
 * that case the nodes are the next step and the actions read before. A search hides services without matches.
 */
export function describeView(
  groups: readonly ServiceActions[],
  search: string,
  failed: Error | undefined,
): { readonly error: Error | undefined; readonly empty: boolean; readonly nodes: ActionNode[] } {
  const errors = groups.flatMap(group => (group.list.kind === 'failed' ? [group.list.error] : []));
  const error = failed ?? (errors.length === groups.length ? errors[0] : undefined);
  if (error) return { error, empty: false, nodes: failedNodes(groups, error) };
  const shown = search === '' ? groups : groups.filter(group => !isEmpty(group));
  return { error: undefined, empty: shown.length === 0, nodes: shown.map(serviceNode) };
}

function failedNodes(groups: readonly ServiceActions[], error: Error): ActionNode[] {
  const stale = groups.flatMap(({ service, list: { items } }) =>
    items.length > 0 ? [{ service, list: { kind: 'idle', items } as const }] : [],
  );
  return [...nextSteps('actions/failed', error, RETRY), ...stale.map(serviceNode)];
}

/** Returns the children of a service: its actions, failures and a node that loads the next page. */
export function serviceChildren({ service, list }: ServiceActions): ActionNode[] {
  const nodes: ActionNode[] = distinct(list.items).map(action => ({ kind: 'action', service, action }));
  switch (list.kind) {
    case 'idle':
      return nodes;
    case 'loading':
      if (nodes.length > 0) nodes.push({ kind: 'more', service, loading: true, left: undefined });
      return nodes;
    case 'failed':
      return [...nodes, ...failureNotices(`actions/${service}/failed`, list.error, RETRY)];
    case 'refreshing':
    case 'ready':
      if (list.problem) nodes.unshift(...partialNotices(service, list.problem));
      if (list.next !== undefined) {
        const left = list.total === undefined ? undefined : list.total - list.items.length;
        nodes.push({ kind: 'more', service, loading: list.kind === 'refreshing', left });
      }
      if (nodes.length === 0) nodes.push(emptyNotice(service));
      return nodes;
  }
}

// An action that moves between pages during reading can occur twice.
function distinct(actions: readonly Action[]): Action[] {
  return [...new Map(actions.map(action => [action.id, action])).values()];
}

function serviceNode(group: ServiceActions): ActionNode {
  return { kind: 'service', service: group.service, group };
}

function isEmpty({ list }: ServiceActions): boolean {
  return list.kind === 'ready' && list.items.length === 0 && list.problem === undefined;
}

function partialNotices(service: string, problem: Error): Notice[] {
  const id = `actions/${service}/partial`;
  return [remark(id, 'Some actions could not be read', problem), ...nextSteps(id, problem, RETRY)];
}

function emptyNotice(service: string): Notice {
  return {
    kind: 'notice',
    id: `actions/${service}/empty`,
    text: 'No actions',
    detail: undefined,
    icon: 'info',
    command: undefined,
  };
}

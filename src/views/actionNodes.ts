import type { Action } from '../contract/records/action.ts';
import { Command } from '../manifest.ts';
import type { ServiceActions } from '../stores/actionStore.ts';
import { failureNotices, type Notice, remark } from './notice.ts';

/** A line of the actions view. */
export type ActionNode =
  | { readonly kind: 'service'; readonly service: string; readonly group: ServiceActions }
  | { readonly kind: 'action'; readonly action: Action }
  | {
      readonly kind: 'more';
      readonly service: string;
      readonly loading: boolean;
      readonly left: number | undefined;
    }
  | Notice;

const RETRY = { title: 'Retry', command: Command.refreshActions, arguments: [{ failedOnly: true }] };

/**
 * The top of the view: one line for each service. A failure that met every service is said once, and a
 * search hides the services in which nothing was found.
 */
export function rootNodes(groups: readonly ServiceActions[], searching: boolean): ActionNode[] {
  const errors = groups.flatMap(group => (group.list.kind === 'failed' ? [group.list.error] : []));
  const first = errors[0];
  if (first && errors.length === groups.length) return failedNodes(groups, first);
  const shown = searching ? groups.filter(group => !isEmpty(group)) : groups;
  return shown.map(serviceNode);
}

/** The top of the view when nothing could be read anew: why, the next step, and what was read before. */
export function failedNodes(groups: readonly ServiceActions[], error: Error): ActionNode[] {
  const stale = groups.filter(group => group.list.items.length > 0);
  return [...failureNotices('actions/failed', error, RETRY), ...stale.map(serviceNode)];
}

/** The lines below a service: its actions, what failed, and a way to the next page. */
export function serviceChildren({ service, list }: ServiceActions): ActionNode[] {
  const nodes: ActionNode[] = list.items.map(action => ({ kind: 'action', action }));
  switch (list.kind) {
    case 'idle':
      return nodes;
    case 'loading':
      if (nodes.length > 0) nodes.push({ kind: 'more', service, loading: true, left: undefined });
      return nodes;
    case 'failed':
      return [...nodes, ...failureNotices(`actions/${service}/failed`, list.error, RETRY)];
    case 'ready':
      if (list.problem) nodes.unshift(partialNotice(service, list.problem));
      if (list.next !== undefined) {
        const left = list.total === undefined ? undefined : list.total - list.items.length;
        nodes.push({ kind: 'more', service, loading: false, left });
      }
      if (nodes.length === 0) nodes.push(emptyNotice(service));
      return nodes;
  }
}

/** Whether nothing was found, for the message above the tree. */
export function nothingFound(groups: readonly ServiceActions[]): boolean {
  return groups.every(isEmpty);
}

function serviceNode(group: ServiceActions): ActionNode {
  return { kind: 'service', service: group.service, group };
}

function isEmpty({ list }: ServiceActions): boolean {
  return list.kind === 'ready' && list.items.length === 0 && list.problem === undefined;
}

function partialNotice(service: string, problem: Error): Notice {
  return remark(`actions/${service}/partial`, 'Some actions could not be read', problem.message);
}

function emptyNotice(service: string): Notice {
  return {
    kind: 'notice',
    id: `actions/${service}/empty`,
    text: 'This service offers no actions.',
    detail: undefined,
    icon: 'info',
    command: undefined,
  };
}

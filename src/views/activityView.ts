import type * as vscode from 'vscode';
import { Command, View } from '../manifest.ts';
import { FINISHED_EXECUTIONS, FINISHED_TASKS } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { Task } from '../contract/records/task.ts';
import { ALL_EXECUTIONS, type ExecutionStore } from '../stores/executionStore.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { findNamedReference } from '../flow/findNamedReference.ts';
import { deviceName, mailboxName } from '../flow/recordNames.ts';
import type { AgentCallStore, AgentSubject } from '../stores/agentCallStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { RequestStore } from '../stores/requestStore.ts';
import { ALL_TASKS, type TaskStore } from '../stores/taskStore.ts';
import type { ListStore } from '../stores/listStore.ts';
import type { Session } from '../stores/session.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { anyEvent } from '../util/emitter.ts';
import { agentCallItem, executionItem, requestItem, taskItem } from './activityItems.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { filterText, isFiltered } from './filterText.ts';
import { infoRow, type Row, listRows, listMessage, recordRow } from './row.ts';
import { joinFacts, themeIcon, treeItem } from './treeItem.ts';

/**
 * Creates the source of the “Activity” view: executions and tasks of the service, and the requests and the calls of
 * agents of this window.
 */
export function activityView(
  executions: ExecutionStore,
  tasks: TaskStore,
  requests: RequestStore,
  agents: AgentCallStore,
  catalog: Pick<CatalogStore, 'catalog' | 'start' | 'onDidChange'>,
  session: Pick<Session, 'connection'>,
): ConnectionSource {
  const executionRows = (): Row[] => {
    const { filter } = executions;
    return runRows(
      executions,
      'executions',
      isFiltered({ ...filter, flowId: undefined }, ALL_EXECUTIONS),
      execution => recordRow('execution', execution, executionItem),
    );
  };
  const taskRows = (): Row[] =>
    runRows(tasks, 'tasks', isFiltered(tasks.filter, ALL_TASKS), task => recordRow('task', task, taskItem));
  const runGroups = (): Row[] => {
    if (executions.state.kind === 'idle') return [];
    const executionCount = countText(executions, FINISHED_EXECUTIONS);
    return [
      group('executions', 'Executions', 'run-all', executionCount, executionRows),
      group('tasks', 'Tasks', 'checklist', countText(tasks, FINISHED_TASKS), taskRows),
    ];
  };
  const requestGroups = (): Row[] => {
    const { length } = requests.requests;
    if (length === 0) return [];
    const failed = requests.requests.filter(({ failure }) => failure !== undefined).length;
    const count = failed > 0 ? `${length}, ${failed} failed` : String(length);
    const rows = requests.requests.map(request => recordRow('request', request, requestItem));
    return [group('requests', 'Requests', 'history', count, () => rows)];
  };
  const agentGroups = (): Row[] => {
    const { calls, isStopped } = agents;
    if (calls.length === 0 && !isStopped) return [];
    const nameOf = (subject: AgentSubject, connection: string): string =>
      nameOfSubject(subject, connection === session.connection?.name ? catalog.catalog : undefined);
    const rows = (): Row[] => {
      // The names of devices and mailboxes.
      catalog.start();
      return calls.map(call => recordRow('agentCall', call, () => agentCallItem(call, nameOf)));
    };
    const count = isStopped ? 'stopped' : String(calls.length);
    return [group('agents', 'Agents', 'robot', count, rows, isStopped ? 'stopped' : '')];
  };
  return {
    view: View.activity,
    refresh: Command.refreshActivity,
    isLocal: () => true,
    onDidChange: anyEvent(
      executions.onDidChange,
      tasks.onDidChange,
      requests.onDidChange,
      agents.onDidChange,
      catalog.onDidChange,
    ),
    ensure: async () => {
      await Promise.all([executions.ensure(), tasks.ensure()]);
    },
    rows: () => [...runGroups(), ...agentGroups(), ...requestGroups()],
    message: () => {
      const failed = [executions, tasks].find(
        ({ state, notOffered }) => state.kind === 'failed' && !notOffered,
      );
      return failed ? listMessage(failed.state, Date.now()) : '';
    },
    description: () => {
      const { filter } = executions;
      return filterText(
        filter,
        ALL_EXECUTIONS,
        filter.flowId !== undefined && 'executions of one flow',
        filter.invocationId !== undefined && 'executions of one call',
      );
    },
    watch: isWatched => {
      for (const store of [executions, tasks]) store.watch(isWatched);
    },
  };
}

type Run = Execution | Task;
type RunStore<T extends Run> = Pick<
  ListStore<T, { readonly status: string | undefined }>,
  'filter' | 'state' | 'notOffered'
>;

function runRows<T extends Run>(
  { state, notOffered }: RunStore<T>,
  noun: 'executions' | 'tasks',
  leavesOut: boolean,
  row: (run: T) => Row,
): Row[] {
  const rows = listRows(state, { list: noun, noun, isFiltered: leavesOut, row });
  if (!notOffered) return rows;
  const isKnown = state.items.length > 0;
  const text = isKnown ? 'Only those started here are listed' : `This service does not list ${noun}`;
  const info = infoRow(`${noun}/missing`, text);
  return isKnown && state.kind !== 'failed' ? [info, ...rows] : [info];
}

// The number of live runs is more useful than the total.
function countText({ filter, state, notOffered }: RunStore<Run>, finished: readonly string[]): string {
  if (notOffered) return 'not listed';
  if (state.kind === 'failed') {
    return state.readAt === undefined || state.items.length === 0
      ? 'could not be read'
      : `as of ${relativeTime(state.readAt, Date.now())}`;
  }
  const live = state.items.filter(({ status }) => !finished.includes(status ?? '')).length;
  return joinFacts(filter.status && `${filter.status} only`, live > 0 && `${live} live`);
}

function group(
  id: string,
  label: string,
  icon: string,
  description: string,
  children: () => readonly Row[],
  state = '',
): Row {
  const item = (): vscode.TreeItem =>
    treeItem({
      id: `activity/${id}`,
      label,
      icon: themeIcon(icon),
      description: [description],
      spoken: [label, description],
      context: ['group', id, state],
      children: 'collapsed',
    });
  return { kind: 'group', children, item };
}

/** Returns the name of a record that the catalog of its connection has, or else the beginning of its ID. */
function nameOfSubject({ kind, id }: AgentSubject, catalog: FlowCatalog | undefined): string {
  if (kind === 'file') return id;
  const known = catalog && findNamedReference(kind, id, catalog)?.name;
  return known ?? (kind === 'device' ? deviceName({ id }) : mailboxName({ id }));
}

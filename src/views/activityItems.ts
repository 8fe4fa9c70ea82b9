import * as vscode from 'vscode';
import type { Failure } from '../client/failure.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { Task } from '../contract/records/task.ts';
import { FINISHED_EXECUTIONS, FINISHED_TASKS } from '../contract/enumerations.ts';
import { millisecondsBetween } from '../flow/run/runSteps.ts';
import type { SeenRequest } from '../stores/requestStore.ts';
import { relativeTime, relativeTimestamp } from '../util/relativeTime.ts';
import { colouredIcon } from './colouredIcon.ts';
import { factsTooltip } from './markdown.ts';

const WITHOUT_STATUS: Readonly<Partial<Record<Failure['kind'], string>>> = {
  connectionRefused: 'no connection',
  unknownHost: 'unknown host',
  tls: 'no secure connection',
  timeout: 'timed out',
  connectionLost: 'connection lost',
  cancelled: 'cancelled',
  missingKey: 'signed out',
  invalidRequest: 'not sent',
};

/**
 * Creates the tree item of a request, with status, method and path as its label and the duration as its description.
 */
export function requestItem(request: SeenRequest): vscode.TreeItem {
  const { method, path, status, ms, failure } = request;
  const unanswered = status === undefined ? ((failure && WITHOUT_STATUS[failure]) ?? 'no answer') : undefined;
  const outcome = unanswered ?? String(status);
  const ended = relativeTime(request.at, Date.now());
  // In a narrow sidebar, a long path would push a status after it out of view.
  const item = new vscode.TreeItem([status, method, shortPath(path)].filter(Boolean).join(' '));
  item.id = `request/${request.id}`;
  item.iconPath =
    failure === undefined
      ? new vscode.ThemeIcon(method === 'GET' ? 'arrow-down' : 'arrow-up')
      : colouredIcon('error', 'list.errorForeground');
  const times = request.times > 1 ? `×${request.times}` : '';
  item.description = [unanswered, `${Math.round(ms)} ms`, times].filter(Boolean).join(' · ');
  item.tooltip = factsTooltip(request.operation, undefined, [
    ['Request', `${method} ${path}`],
    ['Status', outcome],
    ['Time', `${Math.round(ms)} ms`],
    ['Ended', ended],
    ['Times', request.times > 1 ? request.times : undefined],
    ['Attempt', request.attempt > 1 ? request.attempt : undefined],
    ['Trace', request.traceId],
    ['Connection', request.connection.name],
  ]);
  item.accessibilityInformation = { label: `${method} ${path}, ${outcome}, ${Math.round(ms)} milliseconds` };
  item.contextValue = request.traceId === undefined ? 'request' : 'request traced';
  return item;
}

/** Creates the tree item of an execution, with its state as the icon and the start time as its description. */
export function executionItem(execution: Execution): vscode.TreeItem {
  const now = Date.now();
  const name = execution.flowName ?? `Execution ${execution.id.slice(0, 8)}`;
  const status = execution.status ?? 'unknown';
  const began = execution.startedAt ? relativeTimestamp(execution.startedAt, now) : '';
  const trial = execution.kind === 'dry_run' ? 'verification run' : '';
  const item = new vscode.TreeItem(name);
  item.id = `execution/${execution.id}`;
  item.iconPath = stateIcon(status);
  item.description = [untold(status), trial, began].filter(Boolean).join(' · ');
  item.tooltip = factsTooltip(name, execution.error, [
    ['State', status],
    ['Kind', execution.kind],
    ['Trigger', execution.triggerName],
    ['Started', began],
    ['Took', took(execution.startedAt, execution.finishedAt)],
    ['ID', execution.id],
  ]);
  item.accessibilityInformation = {
    label: [name, 'execution', status, trial, began].filter(Boolean).join(', '),
  };
  item.contextValue = `execution record ${FINISHED_EXECUTIONS.includes(status) ? 'finished' : 'live'}`;
  return item;
}

/** Creates the tree item of a task, with its state as the icon and the instruction as its label. */
export function taskItem(task: Task): vscode.TreeItem {
  const now = Date.now();
  const name = task.task ?? `Task ${task.id.slice(0, 8)}`;
  const status = task.status ?? 'unknown';
  const began = task.createdAt ? relativeTimestamp(task.createdAt, now) : '';
  const item = new vscode.TreeItem(name);
  item.id = `task/${task.id}`;
  item.iconPath = stateIcon(status);
  item.description = [untold(status), began].filter(Boolean).join(' · ');
  item.tooltip = factsTooltip(name, task.message, [
    ['State', status],
    ['Model', task.llmModel],
    ['Steps', task.steps],
    ['Device', task.deviceId],
    ['Started', began],
    ['Took', took(task.createdAt, task.finishedAt)],
    ['ID', task.id],
  ]);
  item.accessibilityInformation = { label: [name, 'task', status, began].filter(Boolean).join(', ') };
  item.contextValue = `task record ${FINISHED_TASKS.includes(status) ? 'finished' : 'live'}`;
  return item;
}

// The icon already shows success, and a sidebar is narrow.
function untold(status: string): string {
  return status === 'success' || status === 'completed' ? '' : status;
}

// IDs would fill a narrow sidebar; the tooltip has the full path.
function shortPath(path: string): string {
  const [place = path] = path.split('?');
  return place.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…');
}

function stateIcon(status: string): vscode.ThemeIcon {
  switch (status) {
    case 'success':
    case 'completed':
      return colouredIcon('pass', 'testing.iconPassed');
    case 'failed':
    case 'invalid':
      return colouredIcon('error', 'list.errorForeground');
    case 'cancelled':
    case 'cancelling':
    case 'skipped':
      return new vscode.ThemeIcon('circle-slash');
    case 'running':
      return new vscode.ThemeIcon('loading~spin');
    default:
      return new vscode.ThemeIcon('clock');
  }
}

function took(from: string | null | undefined, to: string | null | undefined): string | undefined {
  const ms = millisecondsBetween(from, to);
  return ms === undefined ? undefined : `${(ms / 1000).toFixed(1)} s`;
}

import type * as vscode from 'vscode';
import type { Failure } from '../client/failure.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { Task } from '../contract/records/task.ts';
import { FINISHED_TASKS, isFinished, isVerification } from '../contract/enumerations.ts';
import { secondsText } from '../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../flow/run/runSteps.ts';
import type { AgentCall, AgentSubject } from '../stores/agentCallStore.ts';
import type { SeenRequest } from '../stores/requestStore.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import { relativeTime, relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

const WITHOUT_STATUS: Readonly<Partial<Record<Failure['kind'], string>>> = {
  connectionRefused: 'no connection',
  proxy: 'no connection through the proxy',
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
  const duration = `${Math.round(ms)} ms`;
  return treeItem({
    id: `request/${request.id}`,
    // In a narrow sidebar, a long path would push a status after it out of view.
    label: [status, method, shortPath(path)].filter(Boolean).join(' '),
    icon:
      failure === undefined
        ? themeIcon(method === 'GET' ? 'arrow-down' : 'arrow-up')
        : themeIcon('error', 'list.errorForeground'),
    description: [unanswered, duration, request.times > 1 && `×${request.times}`],
    tooltip: factsTooltip(request.operation, undefined, [
      ['Request', `${method} ${path}`],
      ['Status', outcome],
      ['Time', duration],
      ['Ended', relativeTime(request.at, Date.now())],
      ['Times', request.times > 1 ? request.times : undefined],
      ['Attempt', request.attempt > 1 ? request.attempt : undefined],
      ['Trace', request.traceId],
      ['Connection', request.connection.name],
    ]),
    spoken: [`${method} ${path}`, outcome, `${Math.round(ms)} milliseconds`],
    context: ['request', request.traceId !== undefined && 'traced'],
  });
}

/** Creates the tree item of an execution, with its state as the icon and the start time as its description. */
export function executionItem(execution: Execution): vscode.TreeItem {
  const name = execution.flowName ?? `Execution ${execution.id.slice(0, 8)}`;
  const status = execution.status ?? 'unknown';
  const began = execution.startedAt ? relativeTimestamp(execution.startedAt, Date.now()) : '';
  const trial = isVerification(execution) ? 'verification run' : '';
  return treeItem({
    id: `execution/${execution.id}`,
    label: name,
    icon: stateIcon(status),
    description: [exceptional(status), trial, began],
    tooltip: factsTooltip(name, execution.error, [
      ['State', status],
      ['Kind', execution.kind],
      ['Trigger', execution.triggerName],
      ['Started', began],
      ['Took', took(execution.startedAt, execution.finishedAt)],
      ['ID', execution.id],
    ]),
    spoken: [name, 'execution', status, trial, began],
    context: ['execution record', isFinished(execution) ? 'finished' : 'live'],
    command: commandItem('Show Execution', Command.showExecution, { kind: 'execution', record: execution }),
  });
}

/** Creates the tree item of a task, with its state as the icon and the instruction as its label. */
export function taskItem(task: Task): vscode.TreeItem {
  const name = task.task ?? `Task ${task.id.slice(0, 8)}`;
  const status = task.status ?? 'unknown';
  const began = task.createdAt ? relativeTimestamp(task.createdAt, Date.now()) : '';
  return treeItem({
    id: `task/${task.id}`,
    label: name,
    icon: stateIcon(status),
    description: [exceptional(status), began],
    tooltip: factsTooltip(name, task.message, [
      ['State', status],
      ['Model', task.llmModel],
      ['Steps', task.steps],
      ['Device', task.deviceId],
      ['Started', began],
      ['Took', took(task.createdAt, task.finishedAt)],
      ['ID', task.id],
    ]),
    spoken: [name, 'task', status, began],
    context: ['task record', FINISHED_TASKS.includes(status) ? 'finished' : 'live'],
  });
}

/** Creates the tree item of a tool call by an agent, with the target and who asked as its description. */
export function agentCallItem(
  call: AgentCall,
  nameOf: (subject: AgentSubject, connection: string) => string,
): vscode.TreeItem {
  const { id, tool, connection, outcome, who, at } = call;
  const subjects = call.subjects.map(subject => nameOf(subject, connection)).join(', ');
  const target = [subjects, connection].filter(Boolean).join(' · ');
  const isDone = outcome === 'done';
  const state = isDone ? '' : outcome;
  return treeItem({
    id: `agentCall/${id}`,
    label: tool,
    icon: stateIcon(isDone ? 'success' : outcome === 'failed' ? 'failed' : 'skipped'),
    description: [state, subjects, who, connection],
    tooltip: factsTooltip(tool, call.reason || undefined, [
      ['Asked by', who],
      ['Target', target],
      ['Effect', call.effects.join(', ')],
      ['Outcome', outcome],
      ['Started', relativeTime(at, Date.now())],
      ['Took', `${call.tookMs} ms`],
    ]),
    spoken: [tool, outcome, who, target],
    context: ['agentCall'],
  });
}

// The icon already shows success, and a sidebar is narrow.
function exceptional(status: string): string {
  return status === 'success' || status === 'completed' ? '' : status;
}

// IDs would fill a narrow sidebar; the tooltip has the full path.
function shortPath(path: string): string {
  const [withoutQuery = path] = path.split('?');
  return withoutQuery.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…');
}

function stateIcon(status: string): vscode.ThemeIcon {
  switch (status) {
    case 'success':
    case 'completed':
      return themeIcon('pass', 'charts.green');
    case 'failed':
    case 'invalid':
      return themeIcon('error', 'list.errorForeground');
    case 'cancelled':
    case 'cancelling':
    case 'skipped':
      return themeIcon('circle-slash');
    case 'running':
      return themeIcon('loading~spin');
    default:
      return themeIcon('clock');
  }
}

function took(from: string | null | undefined, to: string | null | undefined): string | undefined {
  const ms = millisecondsBetween(from, to);
  return ms === undefined ? undefined : secondsText(ms);
}

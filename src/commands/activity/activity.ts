import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { Limits } from '../../contract/limits.ts';
import { dialogs } from '../../host/dialogs.ts';
import { ALL_EXECUTIONS, type ExecutionFilter } from '../../stores/executionStore.ts';
import type { RunOrder } from '../../stores/runFilter.ts';
import { ALL_TASKS, type TaskFilter } from '../../stores/taskStore.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
import { requireList } from '../connections/notOfferedError.ts';
import { chooseId } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import { hasPart, markCurrent } from '../prompts/markCurrent.ts';
import { askSearch } from '../prompts/narrowList.ts';

/** Changes to the filters of executions and tasks; missing properties stay unchanged. */
interface Narrowed {
  readonly executions?: Partial<ExecutionFilter>;
  readonly tasks?: Partial<TaskFilter>;
}

type NarrowPick = vscode.QuickPickItem & Narrowed & { readonly asksForCall?: true };

const STATES: readonly NarrowPick[] = [
  { label: '$(list-flat) All', executions: { status: undefined }, tasks: { status: undefined } },
  { label: '$(sync) Running', executions: { status: 'running' }, tasks: { status: 'running' } },
  {
    label: '$(clock) Waiting',
    description: 'pending or queued',
    executions: { status: 'pending' },
    tasks: { status: 'queued' },
  },
  { label: '$(pass) Succeeded', executions: { status: 'success' }, tasks: { status: 'completed' } },
  { label: '$(error) Failed', executions: { status: 'failed' }, tasks: { status: 'failed' } },
  { label: '$(circle-slash) Canceled', executions: { status: 'cancelled' }, tasks: { status: 'cancelled' } },
  { label: 'Executions', kind: vscode.QuickPickItemKind.Separator },
  { label: '$(debug-step-over) Skipped', executions: { status: 'skipped' } },
  { label: '$(warning) Invalid', executions: { status: 'invalid' } },
  { label: '$(zap) One Call…', description: 'executions that were started together', asksForCall: true },
  { label: 'Tasks', kind: vscode.QuickPickItemKind.Separator },
  { label: '$(circle-large-outline) Created', tasks: { status: 'created' } },
  { label: '$(debug-pause) Paused', tasks: { status: 'paused' } },
  { label: '$(loading) Canceling', tasks: { status: 'cancelling' } },
];

const ORDERS: readonly (vscode.QuickPickItem & { readonly orderBy: RunOrder })[] = [
  { label: '$(history) Started', description: 'latest first', orderBy: 'began' },
  { label: '$(calendar) Ended', description: 'latest first', orderBy: 'ended' },
  { label: '$(case-sensitive) State', description: 'A to Z', orderBy: 'status' },
];

export async function refreshActivity({ session, executions, tasks }: Services): Promise<void> {
  session.require();
  await Promise.all([executions.refresh(), tasks.refresh()]);
}

/** Prompts for a search text for executions and tasks; an empty text clears the search. */
export async function searchActivity(services: Services): Promise<void> {
  requireActivity(services);
  const prompt = 'Part of a flow name or of a task instruction. Leave empty to show everything.';
  const { search: before } = services.executions.filter;
  const search = await askSearch('Search Activity', prompt, before, Limits.taskQuery);
  if (search !== undefined) await narrow(services, { executions: { search }, tasks: { search } });
}

/** Prompts for the status of the executions and tasks to show. */
export async function filterActivity(services: Services): Promise<void> {
  requireActivity(services);
  const choices = markCurrent(STATES, state => isShown(services, state));
  const picked = await dialogs.showQuickPick(choices, { title: 'Show Executions and Tasks' });
  if (picked?.asksForCall) await showExecutionsOfCall(services);
  else if (picked) await narrow(services, picked);
}

/** Prompts for a call of a trigger or a verification, and shows the executions that it started. */
async function showExecutionsOfCall(services: Services): Promise<void> {
  const { executions } = services;
  requireList(executions, 'executions');
  const invocationId = await chooseId('Show Executions of One Call', callChoices(services), { anyId: true });
  if (invocationId !== undefined) await executions.show({ ...ALL_EXECUTIONS, invocationId });
}

function callChoices({ executions }: Services): Choices {
  const seen = new Set<string>();
  return choicesOf(executions.all(), ({ invocationId, triggerName, flowName, startedAt }) => {
    if (invocationId == null || seen.has(invocationId)) return undefined;
    seen.add(invocationId);
    return {
      id: invocationId,
      label: triggerName ?? flowName ?? 'Call',
      description: startedAt ? relativeTimestamp(startedAt, Date.now()) : '',
      detail: invocationId,
    };
  });
}

/** Prompts for the sort order of executions and tasks. */
export async function orderActivity(services: Services): Promise<void> {
  requireActivity(services);
  const { orderBy: now } = services.executions.filter;
  const choices = markCurrent(ORDERS, order => order.orderBy === now);
  const picked = await dialogs.showQuickPick(choices, { title: 'Sort Executions and Tasks By' });
  if (!picked) return;
  const { orderBy } = picked;
  await narrow(services, { executions: { orderBy }, tasks: { orderBy } });
}

/** Resets the filter and order of executions and tasks. */
export async function showAllActivity(services: Services): Promise<void> {
  requireActivity(services);
  await narrow(services, { executions: ALL_EXECUTIONS, tasks: ALL_TASKS });
}

export function clearRequests({ requests }: Services): void {
  requests.clear();
}

// A list that the service does not offer cannot be filtered.
async function narrow({ executions, tasks }: Services, changes: Narrowed): Promise<void> {
  await Promise.all([
    changes.executions && !executions.notOffered
      ? executions.show({ ...executions.filter, ...changes.executions })
      : undefined,
    changes.tasks && !tasks.notOffered ? tasks.show({ ...tasks.filter, ...changes.tasks }) : undefined,
  ]);
}

function isShown({ executions, tasks }: Services, state: NarrowPick): boolean {
  if (state.asksForCall) return executions.filter.invocationId !== undefined;
  if (!state.executions && !state.tasks) return false;
  return hasPart(executions.filter, state.executions ?? {}) && hasPart(tasks.filter, state.tasks ?? {});
}

function requireActivity({ session, executions, tasks }: Services): void {
  session.require();
  if (executions.notOffered && tasks.notOffered)
    throw new Error('This service lists neither executions nor tasks.');
}

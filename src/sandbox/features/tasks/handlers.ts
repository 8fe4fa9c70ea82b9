import { FINISHED_TASKS } from '../../../contract/enumerations.ts';
import type { Task } from '../../../contract/records/task.ts';
import { demoAgents, demoModels } from '../../demo/referenceData.ts';
import { findIntent, newIntent } from '../../runtime/idempotency.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { conflict } from '../../runtime/refusal.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { createdBy } from '../../records/owner.ts';
import type { Store } from '../../store/store.ts';
import { createTask } from './createTask.ts';
import { publishMessage } from './progress.ts';
import { cancelTask } from './runTask.ts';
import { sentData } from './screens.ts';
import { waitFor } from '../../runtime/waitFor.ts';
import type { StoredTaskEvent } from '../../store/stored.ts';
import type { Service } from '../../runtime/service.ts';

/** The maximum time without events before the task's status is checked again, in milliseconds. */
const SILENCE_MS = 3_600_000;

/** Handlers for tasks, models and agents (wire facts 10). */
export const taskHandlers = {
  runTask: ({ headers, body, service }) => {
    const { store } = service;
    const key = headers['idempotency-key'];
    const intent = key === undefined ? undefined : findIntent(store, 'runTask', key, body, 'task');
    if (intent) {
      const { id, status } = requireRecord(store.tasks, intent.resultId ?? '', 'task');
      return new HandlerReply({ id, status }, { 'idempotent-replayed': 'true' });
    }
    const { id, status } = createTask(service, body);
    if (key !== undefined)
      store.intents.put({ ...newIntent(service, 'runTask', key, body), state: 'done', resultId: id });
    return { id, status };
  },
  // The task ends with the call, as it has nobody else to follow it.
  streamTask: ({ body, service, signal }) => {
    const { id } = createTask(service, body);
    signal.addEventListener('abort', () => {
      const task = service.store.tasks.get(id);
      if (task && !FINISHED_TASKS.includes(task.status ?? ''))
        service.store.transaction(() => cancelTask(service, task));
    });
    return followTask(service, id, signal);
  },
  listTasks: ({ query, service: { store } }) =>
    readPage(store.tasks, query, {
      where: { status: query.status, createdBy: createdBy(query) },
      search: query.query,
    }),
  getTask: ({ params, service: { store } }) => ({ task: requireRecord(store.tasks, params.task_id, 'task') }),
  getTaskStatus: ({ params, service: { store } }) => {
    const { id, status, succeeded, message, output, steps } = requireRecord(
      store.tasks,
      params.task_id,
      'task',
    );
    const run = store.taskRuns.get(id);
    const lastResponse = run?.lastResponse == null ? null : { thought: run.lastResponse };
    const checkpoint = { progressSummary: run?.lastResponse ?? '', steps: steps ?? 0 };
    const execution = run?.terminationReason
      ? { terminationReason: run.terminationReason, checkpoint }
      : null;
    const detail = run && { lastResponse, execution };
    return { status: status ?? 'created', succeeded, message, output, steps, ...detail };
  },
  cancelTask: ({ params, service }) => {
    cancelTask(service, requireUnfinished(service.store, params.task_id, 'canceled'));
    return { cancelled: true };
  },
  sendTaskMessage: ({ params, body: { message }, service }) => {
    publishMessage(service, requireUnfinished(service.store, params.task_id, 'written to'), message);
    return { sent: true };
  },
  getTaskTrajectory: ({ params, service }) => {
    const { store } = service;
    const { id: taskId } = requireRecord(store.tasks, params.task_id, 'task');
    const events = store.taskEvents.all({ taskId });
    return { trajectory: events.map(({ event, data }) => ({ event, data: sentData(service, data) })) };
  },
  attachTask: ({ params, service, signal }) =>
    followTask(service, requireRecord(service.store.tasks, params.task_id, 'task').id, signal),
  listModels: () => demoModels,
  listAgents: () => [...demoAgents],
} as const satisfies Handlers;

function requireUnfinished(store: Store, id: string, done: string): Task {
  const task = requireRecord(store.tasks, id, 'task');
  if (!FINISHED_TASKS.includes(task.status ?? '')) return task;
  const message = `The task has already ended, so it cannot be ${done}.`;
  throw conflict('task_finished', message);
}

/** Yields the past and future events of a task until it ends, as server-sent events (wire facts 10). */
async function* followTask(
  service: Service,
  taskId: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const { store } = service;
  let sentCount = 0;
  const readUnsent = (): StoredTaskEvent[] | undefined => {
    const events = store.taskEvents.all({ taskId }).slice(sentCount);
    return events.length > 0 || hasEnded(service, taskId) ? events : undefined;
  };
  for (;;) {
    const events = await waitFor(service, 'task.event', readUnsent, { timeoutMs: SILENCE_MS, signal });
    for (const { event, data } of events ?? [])
      yield { event, data: JSON.stringify(sentData(service, data)) };
    sentCount += events?.length ?? 0;
    if (events?.length === 0 && hasEnded(service, taskId)) return;
  }
}

function hasEnded({ store }: Service, taskId: string): boolean {
  return FINISHED_TASKS.includes(store.tasks.get(taskId)?.status ?? 'cancelled');
}

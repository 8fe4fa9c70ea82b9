import { timestamp } from '../clock.ts';
import { demoAgents, demoModels } from '../demo/models.ts';
import type { Handlers } from '../handler.ts';
import { found, readPage } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import { createdBy } from '../seed/owner.ts';

const FINISHED: readonly unknown[] = ['completed', 'failed', 'cancelled'];

/** Reads of tasks, models and agents, and the end of a task by hand (wire facts 10). */
export const taskHandlers = {
  listTasks: ({ query, service: { store } }) =>
    readPage(store.tasks, query, {
      where: { status: query.status, createdBy: createdBy(query) },
      search: query.query,
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    }),
  getTask: ({ params, service: { store } }) => ({ task: found(store.tasks, params.task_id, 'task') }),
  getTaskStatus: ({ params, service: { store } }) => {
    const { status, succeeded, message, output, steps } = found(store.tasks, params.task_id, 'task');
    return { status: status ?? 'created', succeeded, message, output, steps };
  },
  cancelTask: ({ params, service: { store, clock, events } }) => {
    const task = found(store.tasks, params.task_id, 'task');
    if (FINISHED.includes(task.status))
      throw new Refusal(409, 'task_finished', 'The task has already ended, so it cannot be cancelled.');
    const now = timestamp(clock);
    const ended = { status: 'cancelled', succeeded: false, updatedAt: now, finishedAt: now };
    const cancelled = store.tasks.put({ ...task, ...ended, cancelRequestedAt: now });
    events.tell('task.changed', { task: cancelled });
    return { cancelled: true };
  },
  listModels: () => demoModels,
  listAgents: () => [...demoAgents],
} as const satisfies Handlers;

import { demoAgents, demoModels } from '../demo/models.ts';
import type { Handlers } from '../handler.ts';
import { found, readPage } from '../paging.ts';
import { createdBy } from '../seed/owner.ts';

/** Reads of tasks, models and agents (wire facts 10). */
export const taskHandlers = {
  listTasks: ({ query, service: { store } }) =>
    readPage(store.tasks, query, {
      where: { status: query.status, createdBy: createdBy(query) },
      search: query.query,
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    }),
  getTask: ({ params, service: { store } }) => ({ task: found(store.tasks, params.task_id, 'task') }),
  listModels: () => demoModels,
  listAgents: () => [...demoAgents],
} as const satisfies Handlers;

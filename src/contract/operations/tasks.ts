import * as z from 'zod';
import { operation } from '../define.ts';
import { TASK_STATUSES } from '../enumerations.ts';
import { IDEMPOTENCY_KEY_PATTERN, Limits } from '../limits.ts';
import { orderQuery, page, pageQuery } from '../records/page.ts';
import { Agent, ModelList, RunTask, StartedTask, Task, TaskStatus, Trajectory } from '../records/task.ts';
import { QueryFlag, queryInteger, record } from '../scalars.ts';

const params = z.object({ task_id: z.string().min(1) });
const indexed = params.extend({ index: queryInteger(0) });
const urls = { status: 200, body: record({ urls: z.array(z.string()) }, {}) } as const;
const url = { status: 200, body: record({ url: z.string() }, {}) } as const;

/** Operations on tasks, models and agents (spec 1, wire facts 10). */
export const taskOperations = {
  runTask: operation({
    method: 'POST',
    path: '/tasks',
    source: 'spec',
    summary: 'Start a task',
    headers: z.object({ 'idempotency-key': z.string().regex(IDEMPOTENCY_KEY_PATTERN).optional() }),
    body: RunTask,
    response: { status: 200, body: StartedTask },
    errors: 'api',
    effect: 'act',
  }),
  listTasks: operation({
    method: 'GET',
    path: '/tasks',
    source: 'client',
    summary: 'List tasks',
    query: z.object({
      query: z.string().max(Limits.taskQuery).optional(),
      status: z.enum(TASK_STATUSES).optional(),
      mine: QueryFlag.optional(),
      createdBy: z.string().optional(),
      ...orderQuery(['id', 'createdAt', 'finishedAt', 'status']),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Task) },
    errors: 'api',
    paging: 'page',
  }),
  getTask: operation({
    method: 'GET',
    path: '/tasks/{task_id}',
    source: 'client',
    summary: 'Get a task',
    params,
    response: { status: 200, body: z.looseObject({ task: Task }) },
    errors: 'api',
  }),
  getTaskStatus: operation({
    method: 'GET',
    path: '/tasks/{task_id}/status',
    source: 'client',
    summary: 'Tell how far a task is',
    params,
    response: { status: 200, body: TaskStatus },
    errors: 'api',
  }),
  cancelTask: operation({
    method: 'POST',
    path: '/tasks/{task_id}/cancel',
    source: 'client',
    summary: 'Cancel a task',
    params,
    response: { status: 200, body: record({ cancelled: z.boolean() }, {}) },
    errors: 'api',
    effect: 'act',
  }),
  sendTaskMessage: operation({
    method: 'POST',
    path: '/tasks/{task_id}/message',
    source: 'client',
    summary: 'Send a message to a running task',
    params,
    body: z.looseObject({ message: z.string().min(1) }),
    response: { status: 200, body: record({ sent: z.boolean() }, {}) },
    errors: 'api',
    effect: 'act',
  }),
  getTaskTrajectory: operation({
    method: 'GET',
    path: '/tasks/{task_id}/trajectory',
    source: 'client',
    summary: 'List what a task did',
    params,
    response: { status: 200, body: Trajectory },
    errors: 'api',
  }),
  listTaskScreenshots: operation({
    method: 'GET',
    path: '/tasks/{task_id}/screenshots',
    source: 'client',
    summary: 'List the pictures of a task',
    params,
    response: urls,
    errors: 'api',
  }),
  getTaskScreenshot: operation({
    method: 'GET',
    path: '/tasks/{task_id}/screenshots/{index}',
    source: 'client',
    summary: 'Get a picture of a task',
    params: indexed,
    response: url,
    errors: 'api',
  }),
  listTaskUiStates: operation({
    method: 'GET',
    path: '/tasks/{task_id}/ui_states',
    source: 'client',
    summary: 'List the screen states of a task',
    params,
    response: urls,
    errors: 'api',
  }),
  getTaskUiState: operation({
    method: 'GET',
    path: '/tasks/{task_id}/ui_states/{index}',
    source: 'client',
    summary: 'Get a screen state of a task',
    params: indexed,
    response: url,
    errors: 'api',
  }),
  attachTask: operation({
    method: 'GET',
    path: '/tasks/{task_id}/attach',
    source: 'client',
    summary: 'Follow a task as it runs',
    params,
    response: { status: 200, body: 'events' },
    errors: 'api',
  }),
  listModels: operation({
    method: 'GET',
    path: '/models',
    source: 'client',
    summary: 'List the language models that tasks can use',
    response: { status: 200, body: ModelList },
    errors: 'api',
  }),
  listAgents: operation({
    method: 'GET',
    path: '/agents',
    source: 'client',
    summary: 'List agents',
    response: { status: 200, body: z.array(Agent) },
    errors: 'api',
  }),
} as const;

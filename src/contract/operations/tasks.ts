import * as z from 'zod';
import { operation } from '../define.ts';
import { TASK_STATUSES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { orderQuery, page, pageQuery } from '../records/page.ts';
import { Agent, ModelList, RunTask, StartedTask, Task, TaskStatus, Trajectory } from '../records/task.ts';
import { IdempotencyHeader, QueryFlag, queryInteger, record } from '../scalars.ts';

const params = z.object({ task_id: z.string().min(1) });
const indexed = params.extend({ index: queryInteger(0) });
const urls = { status: 200, body: record({ urls: z.array(z.string()) }, {}) } as const;
const url = { status: 200, body: record({ url: z.string() }, {}) } as const;

/** Operations on tasks, models and agents (spec 1, wire facts 10). */
export const taskOperations = {
  runTask: operation('POST', '/tasks', {
    source: 'spec',
    summary: 'Start a task',
    headers: IdempotencyHeader,
    body: RunTask,
    response: { status: 200, body: StartedTask },
    effect: 'act',
  }),
  streamTask: operation('POST', '/tasks/stream', {
    summary: 'Start a task and follow it; disconnecting cancels it',
    body: RunTask,
    response: { status: 200, body: 'events' },
    effect: 'act',
  }),
  listTasks: operation('GET', '/tasks', {
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
    paging: 'page',
  }),
  getTask: operation('GET', '/tasks/{task_id}', {
    summary: 'Get a task',
    params,
    response: { status: 200, body: z.looseObject({ task: Task }) },
  }),
  getTaskStatus: operation('GET', '/tasks/{task_id}/status', {
    summary: 'Tell how far a task is',
    params,
    response: { status: 200, body: TaskStatus },
  }),
  cancelTask: operation('POST', '/tasks/{task_id}/cancel', {
    summary: 'Cancel a task',
    params,
    response: { status: 200, body: record({ cancelled: z.boolean() }, {}) },
    effect: 'act',
  }),
  sendTaskMessage: operation('POST', '/tasks/{task_id}/message', {
    summary: 'Send a message to a running task',
    params,
    body: z.looseObject({ message: z.string().min(1) }),
    response: { status: 200, body: record({ sent: z.boolean() }, {}) },
    effect: 'act',
  }),
  getTaskTrajectory: operation('GET', '/tasks/{task_id}/trajectory', {
    summary: 'List what a task did',
    params,
    response: { status: 200, body: Trajectory },
  }),
  listTaskScreenshots: operation('GET', '/tasks/{task_id}/screenshots', {
    summary: 'List the pictures of a task',
    params,
    response: urls,
  }),
  getTaskScreenshot: operation('GET', '/tasks/{task_id}/screenshots/{index}', {
    summary: 'Get a picture of a task',
    params: indexed,
    response: url,
  }),
  listTaskUiStates: operation('GET', '/tasks/{task_id}/ui_states', {
    summary: 'List the screen states of a task',
    params,
    response: urls,
  }),
  getTaskUiState: operation('GET', '/tasks/{task_id}/ui_states/{index}', {
    summary: 'Get a screen state of a task',
    params: indexed,
    response: url,
  }),
  attachTask: operation('GET', '/tasks/{task_id}/attach', {
    summary: 'Follow a task as it runs',
    params,
    response: { status: 200, body: 'events' },
  }),
  listModels: operation('GET', '/models', {
    summary: 'List the language models that tasks can use',
    response: { status: 200, body: ModelList },
  }),
  listAgents: operation('GET', '/agents', {
    summary: 'List agents',
    response: { status: 200, body: z.array(Agent) },
  }),
} as const;

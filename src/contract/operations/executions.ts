import * as z from 'zod';
import { operation } from '../define.ts';
import { EXECUTION_STATUSES } from '../enumerations.ts';
import { Execution, ExecutionMetrics } from '../records/execution.ts';
import { orderQuery, page, pageQuery, searchQuery } from '../records/page.ts';
import { data, InvocationId, Uuid } from '../scalars.ts';

const onExecution = { params: z.object({ executionId: Uuid }), errors: 'flow' } as const;
const range = {
  flowId: Uuid.optional(),
  triggerId: Uuid.optional(),
  from: z.string().nullish(),
  to: z.string().nullish(),
};

/** Operations on the runs of flows (wire facts 6). */
export const executionOperations = {
  listExecutions: operation('GET', '/executions', {
    summary: 'List executions',
    query: z.object({
      search: searchQuery,
      ...range,
      invocationId: InvocationId.optional(),
      status: z.enum(EXECUTION_STATUSES).optional(),
      ...orderQuery(['startedAt', 'finishedAt', 'status']),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Execution) },
    errors: 'flow',
    paging: 'page',
  }),
  getExecutionMetrics: operation('GET', '/executions/metrics', {
    summary: 'Count executions by state',
    query: z.object(range),
    response: { status: 200, body: data(ExecutionMetrics) },
    errors: 'flow',
  }),
  getExecution: operation('GET', '/executions/{executionId}', {
    ...onExecution,
    summary: 'Get an execution with its steps',
    response: { status: 200, body: data(Execution) },
  }),
  getExecutionScreenshot: operation('GET', '/executions/{executionId}/screenshots/{screenshotId}', {
    summary: 'Get a screenshot of a step with a task or an agent',
    params: z.object({ executionId: Uuid, screenshotId: z.string().min(1) }),
    errors: 'flow',
    response: { status: 302, body: 'bytes' },
  }),
  abortExecution: operation('POST', '/executions/{executionId}/abort', {
    ...onExecution,
    summary: 'Stop an execution after its current step',
    response: { status: 200, body: data(Execution) },
    effect: 'act',
  }),
} as const;

import type { Handlers } from '../../runtime/handler.ts';
import { readPage } from '../../runtime/paging.ts';
import { createdBy } from '../../records/owner.ts';
import { sortSteps } from '../../records/flowSteps.ts';
import { requireFlow } from './writes.ts';

/** Handlers that read flows and their steps (wire facts 3). */
export const flowHandlers = {
  listFlows: ({ query, service: { store } }) =>
    readPage(store.flows, query, {
      where: {
        triggerId: query.triggerId,
        enabled: query.enabled,
        status: query.status,
        createdBy: createdBy(query),
      },
      search: query.search,
    }),
  getFlow: ({ params, service: { store } }) => ({
    data: requireFlow(store, params.flowId),
  }),
  listFlowActions: ({ params, service: { store } }) => {
    const flow = requireFlow(store, params.flowId);
    return { data: sortSteps(store.flowActions.all({ flowId: flow.id })) };
  },
} as const satisfies Handlers;

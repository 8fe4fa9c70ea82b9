import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { createdBy } from '../../records/owner.ts';
import { sortSteps } from '../../records/flowSteps.ts';

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
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    }),
  getFlow: ({ params, service: { store } }) => ({
    data: requireRecord(store.flows, params.flowId, 'flow', 'flow_not_found'),
  }),
  listFlowActions: ({ params, service: { store } }) => {
    const flow = requireRecord(store.flows, params.flowId, 'flow', 'flow_not_found');
    return { data: sortSteps(store.flowActions.all({ flowId: flow.id })) };
  },
} as const satisfies Handlers;

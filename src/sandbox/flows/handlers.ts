import type { FlowAction } from '../../contract/records/flowAction.ts';
import type { Handlers } from '../handler.ts';
import { readPage } from '../paging.ts';
import { notFound, Refusal } from '../refusal.ts';
import { OWNER_ID } from '../seed/owner.ts';

/** Reads of flows and their steps (wire facts 3). */
export const flowHandlers = {
  listFlows: ({ query }, { store }) => {
    if (query.mine !== undefined && query.createdBy !== undefined) {
      throw new Refusal(400, 'invalid_request', 'Give either mine or createdBy, not both.');
    }
    return readPage(store.flows, query, {
      where: {
        triggerId: query.triggerId,
        enabled: query.enabled,
        status: query.status,
        createdBy: query.mine === true ? OWNER_ID : query.createdBy,
      },
      search: query.search,
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    });
  },
  getFlow: ({ params }, { store }) => {
    const flow = store.flows.get(params.flowId);
    if (!flow) throw notFound('flow', 'flow_not_found');
    return { data: flow };
  },
  listFlowActions: ({ params }, { store }) => {
    if (!store.flows.get(params.flowId)) throw notFound('flow', 'flow_not_found');
    return { data: inOrder(store.flowActions.all({ flowId: params.flowId })) };
  },
} as const satisfies Handlers;

// Steps run by position, the children of a step right after it.
function inOrder(steps: readonly FlowAction[], parent: string | null = null): FlowAction[] {
  return steps
    .filter(step => (step.parentFlowActionId ?? null) === parent)
    .toSorted((a, b) => a.position - b.position)
    .flatMap(step => [step, ...inOrder(steps, step.id)]);
}

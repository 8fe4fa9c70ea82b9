import type { Handlers } from '../../runtime/handler.ts';
import { readPage } from '../../runtime/paging.ts';
import { createdBy } from '../../records/owner.ts';
import { sortSteps } from '../../records/flowSteps.ts';
import { FLOW_SLOTS, remainingSlots } from './capacity.ts';
import { DESTINATIONS } from './delivery.ts';
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
  getFlowCapacity: ({ service: { store } }) => {
    const remaining = remainingSlots(store);
    return { data: { included: FLOW_SLOTS, remaining, status: remaining > 0 ? 'available' : 'exhausted' } };
  },
  getDeliveryOptions: ({ params, service: { store } }) => {
    const recordingMode = requireFlow(store, params.flowId).recordingPolicy?.mode ?? 'off';
    return {
      data: {
        recordingMode,
        canDeliverRecording: recordingMode !== 'off',
        // No action of the sandbox uploads to a drive.
        hasFilesUpload: false,
        directUploadStep: null,
        destinations: DESTINATIONS,
      },
    };
  },
  listFlowActions: ({ params, service: { store } }) => {
    const flow = requireFlow(store, params.flowId);
    return { data: sortSteps(store.flowActions.all({ flowId: flow.id })) };
  },
} as const satisfies Handlers;

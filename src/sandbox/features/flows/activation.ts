import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { conflict, type Refusal } from '../../runtime/refusal.ts';
import { hashGraph } from '../../records/flowSteps.ts';
import { requireFlow } from './writes.ts';

/** Handlers for activation as in spec 3.1: a successful verification of the current graph enables the flow. */
export const activationHandlers = {
  activateFlow: ({ params, body, service: { store, clock } }) => {
    const flow = requireFlow(store, params.flowId);
    if (flow.enabled === true) return { data: flow };
    const execution = store.executions.get(body.verificationExecutionId);
    if (!execution || execution.flowId?.toLowerCase() !== flow.id) {
      throw invalidVerification('This flow has no execution with this id.');
    }
    if (execution.status !== 'success') {
      throw invalidVerification(
        `The execution did not succeed; its status is ${execution.status ?? 'unknown'}.`,
      );
    }
    if (execution.sandbox.graph !== hashGraph(store, flow)) {
      throw invalidVerification('The trigger or the steps of the flow have changed since this execution.');
    }
    const active = { enabled: true, lifecycleStatus: 'active', updatedAt: timestamp(clock) };
    return { data: store.flows.put({ ...flow, ...active }) };
  },
} as const satisfies Handlers;

// The code identifies the problem; the header keeps clients from retrying a 409 (wire facts 6).
function invalidVerification(message: string): Refusal {
  return conflict('verification_invalid', message);
}

import { conditionsOf } from '../../engine/fire.ts';
import { meets } from '../../engine/conditions.ts';
import { readGates, isRateLimited } from '../../engine/gates.ts';
import { validatePayload } from '../../engine/payload.ts';
import { resolveActions } from '../../engine/resolvedActions.ts';
import { startRun } from '../../engine/startRun.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { confineFlow, releaseFlow } from '../../records/confinedFlows.ts';
import { hashGraph } from '../../records/flowSteps.ts';
import { timestamp } from '../../runtime/clock.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import { toResponse } from '../../store/stored.ts';
import { requireFlow } from './writes.ts';

/**
 * Handlers for dry runs, verifications, and activation (spec 3.1, wire facts 3, 6): a successful verification of the
 * current graph enables a flow.
 */
export const verificationHandlers = {
  dryRunFlow: ({ params, body, service }) => {
    const { store } = service;
    const flow = requireFlow(store, params.flowId);
    const trigger = store.triggers.get(flow.triggerId ?? '');
    const payload = body?.payload ?? {};
    const { isOpen, ...gates } = readGates(service, flow);
    const validation = trigger ? validatePayload(trigger, payload) : { valid: true };
    const conditionsPassed = trigger?.activation === 'event' ? meets(payload, conditionsOf(trigger)) : null;
    return {
      data: {
        wouldFire: isOpen && trigger !== undefined && validation.valid && conditionsPassed !== false,
        activation: trigger?.activation ?? null,
        validation,
        conditionsPassed,
        nextFireTime: trigger?.nextFireTime ?? null,
        rateLimited: isRateLimited(service, flow),
        gates,
        actions: resolveActions(service, flow, trigger?.name ?? null, payload),
      },
    };
  },
  verifyFlow: ({ params, body, isConfined, service }) => {
    const { store } = service;
    const flow = requireFlow(store, params.flowId);
    if (store.flowActions.count({ where: { flowId: flow.id } }) === 0)
      throw new Refusal(400, 'flow_without_steps', 'The flow has no steps, so there is nothing to verify.');
    const trigger = store.triggers.get(flow.triggerId ?? '');
    const payload = body?.payload ?? {};
    const deviceIds = (flow.deviceIds ?? []).map(id => id.toLowerCase());
    const execution = startRun(service, { flow, trigger, payload, deviceIds, isConfined, kind: 'dry_run' });
    return { data: toResponse(execution) };
  },
  activateFlow: ({ params, body, isConfined, service: { store, clock } }) => {
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
    if (isConfined) confineFlow(store, flow.id);
    else releaseFlow(store, flow.id);
    const active = { enabled: true, lifecycleStatus: 'active', updatedAt: timestamp(clock) };
    return { data: store.flows.put({ ...flow, ...active }) };
  },
} as const satisfies Handlers;

// The code identifies the problem; the header keeps clients from retrying a 409 (wire facts 6).
function invalidVerification(message: string): Refusal {
  return conflict('verification_invalid', message);
}

import { conditionsOf } from '../../engine/fire.ts';
import { meets } from '../../engine/conditions.ts';
import { readGates, isRateLimited } from '../../engine/gates.ts';
import { validatePayload } from '../../engine/payload.ts';
import { resolveActions } from '../../engine/resolvedActions.ts';
import { startRun } from '../../engine/startRun.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { Refusal } from '../../runtime/refusal.ts';
import { toResponse } from '../../store/stored.ts';
import { requireFlow } from './writes.ts';

/** Handlers for dry runs and verifications of a flow (wire facts 3, 6). */
export const trialHandlers = {
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
  verifyFlow: ({ params, body, service }) => {
    const { store } = service;
    const flow = requireFlow(store, params.flowId);
    if (store.flowActions.count({ where: { flowId: flow.id } }) === 0)
      throw new Refusal(400, 'flow_without_steps', 'The flow has no steps, so there is nothing to verify.');
    const trigger = store.triggers.get(flow.triggerId ?? '');
    const payload = body?.payload ?? {};
    const deviceIds = (flow.deviceIds ?? []).map(id => id.toLowerCase());
    const execution = startRun(service, { flow, trigger, payload, deviceIds, kind: 'dry_run' });
    return { data: toResponse(execution) };
  },
} as const satisfies Handlers;

import type * as z from 'zod';
import type { Flow } from '../../../contract/records/flow.ts';
import type { Verification } from '../../../contract/records/flowRun.ts';
import type { Trigger } from '../../../contract/records/trigger.ts';
import { conditionsOf } from '../../engine/fire.ts';
import { meets } from '../../engine/conditions.ts';
import { readGates, isRateLimited } from '../../engine/gates.ts';
import { refuseUnless, validatePayload } from '../../engine/payload.ts';
import { resolveActions } from '../../engine/resolvedActions.ts';
import { startRun } from '../../engine/startRun.ts';
import { type Call, type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { answerOnce } from '../../runtime/idempotency.ts';
import { onlyDevice } from '../../records/onlyDevice.ts';
import { confineFlow, releaseFlow } from '../../records/confinedFlows.ts';
import { hashGraph } from '../../records/flowSteps.ts';
import { timestamp } from '../../runtime/clock.ts';
import { conflict, invalidValue, Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';
import type { StoredExecution } from '../../store/stored.ts';
import { requireFlow } from './writes.ts';

type Payload = Readonly<Record<string, unknown>>;

/**
 * Handlers for dry runs, verifications, runs, and activation (spec 3.1, wire facts 3, 6): a successful verification of the
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
  verifyFlow: ({ params, body, isConfined, isFresh, service }) => {
    const { store } = service;
    const flow = requireRunnable(store, params.flowId);
    const { invocationId } = body;
    const known = store.executions
      .all({ invocation: invocationId })
      .find(run => run.kind === 'verification' && run.flowId === flow.id);
    if (known) return new HandlerReply({ data: toVerification(known, true) }, {}, 200);
    const trigger = store.triggers.get(flow.triggerId ?? '');
    const deviceIds = [chooseDevice(flow, body.deviceId)].filter(id => id !== null);
    const payload = checkedPayload(trigger, body.payload ?? {});
    const run = {
      flow,
      trigger,
      payload,
      deviceIds,
      isConfined,
      isFresh,
      kind: 'verification',
      invocationId,
    } as const;
    return { data: toVerification(startRun(service, run), false) };
  },
  runFlow: call => answerOnce(call.service, 'runFlow', call, () => runFlow(call)),
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
    const active = { enabled: true, lifecycleStatus: 'enabled', updatedAt: timestamp(clock) };
    return { data: store.flows.put({ ...flow, ...active }) };
  },
} as const satisfies Handlers;

function runFlow({ params, body, isConfined, settles, service }: Call<'runFlow'>) {
  const { store } = service;
  const flow = requireRunnable(store, params.flowId);
  const trigger = store.triggers.get(flow.triggerId ?? '');
  const payload = body?.payload ?? {};
  const bound = new Set((flow.deviceIds ?? []).map(id => id.toLowerCase()));
  // As for a verification, a flow without devices has a run of its own.
  const places = bound.size === 0 ? [[]] : [...bound].map(id => [id]);
  const executionIds = places.map(deviceIds => {
    const run = { flow, trigger, payload, deviceIds, isConfined, settles, kind: 'live' } as const;
    return startRun(service, run).id;
  });
  return { data: { enqueuedCount: executionIds.length, executionIds } };
}

/** Returns a flow that has steps. Throws a Refusal if it has none or is missing. */
function requireRunnable(store: Store, flowId: string): Flow {
  const flow = requireFlow(store, flowId);
  if (store.flowActions.count({ where: { flowId: flow.id } }) === 0)
    throw new Refusal(400, 'flow_without_steps', 'The flow has no steps, so there is nothing to run.');
  return flow;
}

/** Returns the device of a verification; null for a flow without devices. Throws a 422 Refusal for an invalid choice. */
function chooseDevice({ deviceIds }: Flow, given: string | undefined): string | null {
  const bound = (deviceIds ?? []).map(id => id.toLowerCase());
  const chosen = given?.toLowerCase() ?? onlyDevice(bound);
  if (chosen !== null) {
    if (bound.includes(chosen)) return chosen;
    throw invalidDevice('is not a device of the flow', chosen);
  }
  if (bound.length > 1) throw invalidDevice('is required, since the flow has several devices', undefined);
  // Which actions a flow without devices may have is not public, so a step that needs a device fails in the run.
  return null;
}

function invalidDevice(message: string, value: string | undefined): Refusal {
  return invalidValue('body.deviceId', message, value, 'invalid_device', 422);
}

/** Returns the payload of a verification. Throws a 422 or 409 Refusal if its trigger would not start the flow with it. */
function checkedPayload(trigger: Trigger | undefined, payload: Payload): Payload {
  if (!trigger || trigger.activation === 'schedule') return {};
  refuseUnless(validatePayload(trigger, payload), payload, 422);
  if (!meets(payload, conditionsOf(trigger)))
    throw conflict('conditions_not_met', 'The payload does not meet the conditions of the trigger.');
  return payload;
}

function toVerification(execution: StoredExecution, deduplicated: boolean): z.output<typeof Verification> {
  const { id, flowId, triggerId, invocationId, kind, status, deviceId } = execution;
  return { executionId: id, flowId, triggerId, invocationId, kind, status, deviceId, deduplicated };
}

// The code identifies the problem; the header keeps clients from retrying a 409 (wire facts 6).
function invalidVerification(message: string): Refusal {
  return conflict('verification_invalid', message);
}

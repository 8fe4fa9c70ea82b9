import { randomUUID } from 'node:crypto';
import type { CreateFlow, Flow, UpdateFlow } from '../../../contract/records/flow.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Call, Handlers } from '../../runtime/handler.ts';
import { answerOnce } from '../../runtime/idempotency.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { invalidValue } from '../../runtime/refusal.ts';
import { OWNED } from '../../records/owner.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { FLOW_DEFAULTS, UNUSED_FLOW } from '../../records/defaults.ts';
import { confineFlow, isFlowConfined, releaseFlow } from '../../records/confinedFlows.ts';
import { storeSteps, toEntries } from '../../records/flowSteps.ts';
import { requireSlot } from './capacity.ts';
import { checkSteps } from './checkSteps.ts';
import { checkDelivery } from './delivery.ts';

/** Handlers that create, update, clone and delete flows, and manage blocking and repairs (spec 4.4, wire facts 3). */
export const flowWrites = {
  createFlow: call => answerOnce(call.service, 'createFlow', call, () => createFlow(call)),
  updateFlow: ({ params, body, isConfined, service }) => {
    const { store, clock } = service;
    const flow = requireFlow(store, params.flowId);
    if (isConfined) confineFlow(store, flow.id);
    if (body.triggerId !== undefined) checkTrigger(store, body.triggerId);
    checkDelivery(body.delivery);
    // Steps have their own operations, and the ID never changes.
    const fixedFields = { id: flow.id, actions: undefined, updatedAt: timestamp(clock) };
    const changed = { ...flow, ...body, ...agreeing(body, flow.recordingPolicy), ...fixedFields };
    return { data: store.flows.put({ ...changed, name: body.name ?? flow.name }) };
  },
  deleteFlow: ({ params, service: { store, clock } }) => {
    const archived = store.archivedFlows.get(params.flowId);
    if (archived) return toArchivedMessage(archived);
    const flow = requireFlow(store, params.flowId);
    const state = { enabled: false, lifecycleStatus: 'archived', archivedAt: timestamp(clock) };
    store.archivedFlows.put({ ...flow, ...state });
    store.flowActions.deleteWhere({ flowId: flow.id });
    store.flows.delete(flow.id);
    releaseFlow(store, flow.id);
    return toArchivedMessage(flow);
  },
  cloneFlow: call => answerOnce(call.service, 'cloneFlow', call, () => cloneFlow(call)),
  unblockFlow: ({ params, service: { store, clock } }) => {
    const flow = requireFlow(store, params.flowId);
    if (flow.status === 'healthy') return { data: flow };
    const healthy = { status: 'healthy', consecutiveFailures: 0, blockedAt: null } as const;
    return { data: store.flows.put({ ...flow, ...healthy, updatedAt: timestamp(clock) }) };
  },
  listFlowRepairs: ({ params, service: { store } }) => {
    const flow = requireFlow(store, params.flowId);
    return { data: store.repairs.all({ flowId: flow.id }) };
  },
} as const satisfies Handlers;

function createFlow({ body, isConfined, service }: Call<'createFlow'>) {
  const { store, clock } = service;
  checkTrigger(store, body.triggerId);
  checkDelivery(body.delivery);
  checkSteps(store, body.actions, index => `body.actions.${index}`);
  requireSlot(store);
  const flow = store.flows.put(newFlow(body, service));
  storeSteps(store, flow.id, body.actions, timestamp(clock));
  if (isConfined) confineFlow(store, flow.id);
  return { data: toCreatedResponse(flow) };
}

function cloneFlow({ params, body, isConfined, service: { store, clock } }: Call<'cloneFlow'>) {
  const flow = requireFlow(store, params.flowId);
  requireSlot(store);
  const copy = store.flows.put({
    ...flow,
    ...UNUSED_FLOW,
    id: randomUUID(),
    name: body?.name ?? `${flow.name} (copy)`.slice(0, 256),
    deviceIds: body?.deviceIds ?? flow.deviceIds,
    // A copy is unverified, even if the original is verified.
    enabled: false,
    lifecycleStatus: 'disabled',
    createdAt: timestamp(clock),
    updatedAt: timestamp(clock),
  });
  storeSteps(store, copy.id, toEntries(store, flow.id), timestamp(clock));
  if (isConfined || isFlowConfined(store, flow.id)) confineFlow(store, copy.id);
  return { data: copy };
}

/** Returns the flow with an ID. Throws the 404 Refusal `flow_not_found` (spec 4.5). */
export function requireFlow(store: Store, id: string): Flow {
  return requireRecord(store.flows, id, 'flow', 'flow_not_found');
}

function newFlow(body: CreateFlow, { clock }: Service): Flow {
  const now = timestamp(clock);
  return {
    description: null,
    deviceIds: [],
    ...FLOW_DEFAULTS,
    lifecycleStatus: 'disabled',
    ...body,
    ...agreeing(body),
    actions: undefined,
    ...UNUSED_FLOW,
    id: randomUUID(),
    createdAt: now,
    updatedAt: now,
    ...OWNED,
  };
}

/** Returns the fields of a request that stand for others, and those, with the same meaning (wire facts 3). */
function agreeing(
  body: Pick<UpdateFlow, 'enabled' | 'lifecycleStatus' | 'recordingEnabled' | 'recordingPolicy'>,
  known?: Flow['recordingPolicy'],
): Partial<Flow> {
  const { enabled, lifecycleStatus, recordingEnabled, recordingPolicy } = body;
  const isEnabled = lifecycleStatus === undefined ? enabled : lifecycleStatus === 'enabled';
  const policy =
    recordingEnabled === undefined
      ? recordingPolicy
      : { ...known, mode: recordingEnabled ? 'flow' : 'off', ...recordingPolicy };
  return {
    ...(isEnabled === undefined
      ? {}
      : { enabled: isEnabled, lifecycleStatus: isEnabled ? 'enabled' : 'disabled' }),
    ...(policy === undefined ? {} : { recordingPolicy: policy, recordingEnabled: policy.mode === 'flow' }),
  };
}

function toArchivedMessage({ name }: Flow) {
  return { message: `The flow “${name}” was archived.` };
}

// The create response omits these four fields (spec 2.1).
function toCreatedResponse(flow: Flow): Flow {
  const hidden = { archivedAt: undefined, lifecycleStatus: undefined, recordingPolicy: undefined };
  return { ...flow, ...hidden, delivery: undefined };
}

function checkTrigger(store: Store, triggerId: string): void {
  if (store.triggers.get(triggerId)) return;
  throw invalidValue('body.triggerId', 'there is no trigger with this id', triggerId);
}

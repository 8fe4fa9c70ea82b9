import type { FlowActionEntry } from '../../../contract/records/flowAction.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Call, Handlers } from '../../runtime/handler.ts';
import { answerOnce } from '../../runtime/idempotency.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { invalidValue, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { confineFlow } from '../../records/confinedFlows.ts';
import { sortSteps, storeSteps, toEntries } from '../../records/flowSteps.ts';
import { checkSteps, requireKeys } from './checkSteps.ts';
import { requireFlow } from './writes.ts';

/** Handlers that add, replace and remove steps of a flow (wire facts 3). */
export const stepWrites = {
  addFlowAction: call => answerOnce(call.service, 'addFlowAction', call, () => addStep(call)),
  replaceFlowActions: ({ params, body, isConfined, service }) => {
    const { store, clock } = service;
    const flow = requireFlow(store, params.flowId);
    const toLocation = (index: number): string => `body.actions.${index}`;
    checkSteps(store, body.actions, toLocation);
    if ((flow.templateResolutionVersion ?? 0) >= 3) requireKeys(body.actions, toLocation);
    store.flowActions.deleteWhere({ flowId: flow.id });
    storeSteps(store, flow.id, body.actions, timestamp(clock));
    markUpdated(service, flow.id);
    if (isConfined) confineFlow(store, flow.id);
    return { data: sortSteps(store.flowActions.all({ flowId: flow.id })) };
  },
  removeFlowAction: ({ params, service }) => {
    const { store } = service;
    const flow = requireFlow(store, params.flowId);
    const step = requireRecord(store.flowActions, params.flowActionId, 'step', 'flow_action_not_found');
    if (step.flowId !== flow.id) {
      throw new Refusal(404, 'flow_action_not_found', 'There is no such step in this flow.');
    }
    const inside = store.flowActions
      .all({ flowId: flow.id })
      .filter(child => child.parentFlowActionId === step.id);
    for (const { id } of [...inside, step]) store.flowActions.delete(id);
    markUpdated(service, flow.id);
    return { message: 'The step was removed.' };
  },
} as const satisfies Handlers;

function addStep({ params, body, isConfined, service }: Call<'addFlowAction'>) {
  const { store, clock } = service;
  const flow = requireFlow(store, params.flowId);
  const { parentFlowActionId: parent = null, ...entry } = body;
  const siblings = parent === null ? toEntries(store, flow.id) : childrenOf(service, flow.id, parent, entry);
  // Checks the siblings too, so that no position is used twice.
  const toLocation = (index: number): string => (index === siblings.length ? 'body' : `siblings.${index}`);
  checkSteps(store, [...siblings, entry], toLocation);
  requireFreeKeys(store, flow.id, entry);
  const [added] = storeSteps(store, flow.id, [entry], timestamp(clock), { parent });
  if (!added) throw new Error('A step that was stored is missing.');
  markUpdated(service, flow.id);
  if (isConfined) confineFlow(store, flow.id);
  return { data: added };
}

// Keys are unique in the whole flow, and not only among the siblings.
function requireFreeKeys(store: Store, flowId: string, { key, children = [] }: FlowActionEntry): void {
  const taken = new Set(store.flowActions.all({ flowId }).map(step => step.key));
  const keys = [key, ...children.map(child => child.key)];
  const used = keys.findIndex(one => one != null && taken.has(one));
  const location = used === 0 ? 'body.key' : `body.children.${used - 1}.key`;
  if (used !== -1) throw invalidValue(location, 'another step has this key', keys[used]);
}

// Only a top-level step can be a parent, because children have no children (spec 2.2).
function childrenOf(
  { store }: Service,
  flowId: string,
  parentId: string,
  entry: FlowActionEntry,
): readonly FlowActionEntry[] {
  const steps = store.flowActions.all({ flowId });
  const parent = steps.find(step => step.id === parentId.toLowerCase());
  const location = 'body.parentFlowActionId';
  if (!parent) throw invalidValue(location, 'there is no such step in this flow', parentId);
  const message = 'a child has no children of its own';
  if (parent.parentFlowActionId != null) throw invalidValue(location, message, parentId);
  if (entry.children?.length) throw invalidValue('body.children', message, entry.children);
  const children = sortSteps(steps, parent.id);
  return children.map(({ actionId, position }) => ({ actionId, position }));
}

function markUpdated({ store, clock }: Service, flowId: string): void {
  store.flows.put({ ...requireFlow(store, flowId), updatedAt: timestamp(clock) });
}

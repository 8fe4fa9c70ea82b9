import type { FlowActionEntry } from '../../contract/records/flowAction.ts';
import { timestamp } from '../clock.ts';
import type { Handlers } from '../handler.ts';
import { found } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { inOrder } from './stepOrder.ts';
import { checkSteps, entriesOf, storeSteps } from './steps.ts';
import { flowOf } from './writes.ts';

/** Handlers that add, replace and remove steps of a flow (wire facts 3). */
export const stepWrites = {
  addFlowAction: ({ params, body, service }) => {
    const { store, clock } = service;
    const flow = flowOf(store, params.flowId);
    const { parentFlowActionId: parent = null, ...entry } = body;
    const siblings =
      parent === null ? entriesOf(store, flow.id) : childrenOf(service, flow.id, parent, entry);
    // Checks the siblings too, so that no position is used twice.
    const place = (index: number): string => (index === siblings.length ? 'body' : `siblings.${index}`);
    checkSteps(store, [...siblings, entry], place);
    const [added] = storeSteps(store, flow.id, [entry], timestamp(clock), parent);
    if (!added) throw new Error('A step that was stored is missing.');
    touch(service, flow.id);
    return { data: added };
  },
  replaceFlowActions: ({ params, body, service }) => {
    const { store, clock } = service;
    const flow = flowOf(store, params.flowId);
    checkSteps(store, body.actions, index => `body.actions.${index}`);
    store.flowActions.deleteWhere({ flowId: flow.id });
    storeSteps(store, flow.id, body.actions, timestamp(clock));
    touch(service, flow.id);
    return { data: inOrder(store.flowActions.all({ flowId: flow.id })) };
  },
  removeFlowAction: ({ params, service }) => {
    const { store } = service;
    const flow = flowOf(store, params.flowId);
    const step = found(store.flowActions, params.flowActionId, 'step', 'flow_action_not_found');
    if (step.flowId !== flow.id) {
      throw new Refusal(404, 'flow_action_not_found', 'There is no such step in this flow.');
    }
    const inside = store.flowActions
      .all({ flowId: flow.id })
      .filter(one => one.parentFlowActionId === step.id);
    for (const { id } of [...inside, step]) store.flowActions.delete(id);
    touch(service, flow.id);
    return { message: 'The step was removed.' };
  },
} as const satisfies Handlers;

// Only a top-level step can be a parent, because children have no children (spec 2.2).
function childrenOf(
  { store }: Service,
  flowId: string,
  parentId: string,
  entry: FlowActionEntry,
): readonly FlowActionEntry[] {
  const steps = store.flowActions.all({ flowId });
  const parent = steps.find(step => step.id === parentId.toLowerCase());
  if (!parent) throw refused('body.parentFlowActionId', 'there is no such step in this flow', parentId);
  if (parent.parentFlowActionId != null) {
    throw refused('body.parentFlowActionId', 'a child has no children of its own', parentId);
  }
  if (entry.children?.length)
    throw refused('body.children', 'a child has no children of its own', entry.children);
  const children = inOrder(steps, parent.id);
  return children.map(({ actionId, position }) => ({ actionId, position }));
}

function refused(location: string, message: string, value: unknown): Refusal {
  const problems = [{ location, message, value }];
  return new Refusal(400, 'invalid_request', `${location}: ${message}`, { problems });
}

function touch({ store, clock }: Service, flowId: string): void {
  store.flows.put({ ...flowOf(store, flowId), updatedAt: timestamp(clock) });
}

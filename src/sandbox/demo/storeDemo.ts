import type { FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import { demoActionId } from './demoCatalog.ts';
import type { DemoFlow, DemoStep } from './flows.ts';
import { hashGraph, storeSteps } from '../records/flowSteps.ts';
import type { Store } from '../store/store.ts';
import type { ExecutionWithSteps } from '../store/stored.ts';
import { stableId } from '../records/stableId.ts';

/** Stores a demo execution as if queued when it started, with the current graph of its flow. */
export function storeExecution(store: Store, execution: ExecutionWithSteps): void {
  const flow = execution.flowId == null ? undefined : store.flows.get(execution.flowId);
  const graph = flow ? hashGraph(store, flow) : '';
  store.executions.put({ ...execution, sandbox: { queuedAt: execution.startedAt ?? '', graph } });
}

/** Stores a demo flow and its steps, whose IDs stay the same. */
export function storeDemoFlow(store: Store, { flow, steps }: DemoFlow): void {
  store.flows.put(flow);
  storeSteps(store, flow.id, entriesOf(steps), flow.createdAt ?? '', {
    newId: (step, parent) => stableId(`step:${flow.id}:${parent ?? ''}:${step.position}`),
  });
}

/** Converts steps to the entries of a create request; positions start at 1 (spec 2.2). */
export function entriesOf(steps: readonly DemoStep[]): FlowActionEntry[] {
  return steps.map((step, index) => ({
    ...entryOf(step, index),
    ...(step.children ? { children: step.children.map(entryOf) } : {}),
  }));
}

function entryOf({ method, key, params, name, continueOnError }: DemoStep, index: number): FlowActionChild {
  return {
    actionId: demoActionId(method),
    ...(key === undefined ? {} : { key }),
    position: index + 1,
    ...(continueOnError === undefined ? {} : { continueOnError }),
    ...(name === undefined ? {} : { nameOverride: name }),
    ...(params === undefined ? {} : { overrides: { params } }),
  };
}

import type { Execution } from '../../contract/records/execution.ts';
import type { FlowActionChild } from '../../contract/records/flowAction.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import type { DemoApp } from '../demo/apps.ts';
import type { DemoDevice } from '../demo/devices.ts';
import type { DemoFlow } from '../demo/flows.ts';
import type { DemoMessage } from '../demo/messages.ts';
import { entriesOf } from '../demo/step.ts';
import { hashGraph } from '../flows/graph.ts';
import type { Store } from '../store/store.ts';
import { newWebhookSecret } from '../webhooks/secret.ts';
import { stableId } from './stableId.ts';

/** Stores a demo device with its sandbox-only data. */
export function storeDevice(store: Store, { device, ...sandbox }: DemoDevice): void {
  store.devices.put({ ...device, sandbox });
}

/** Stores a demo message with its full text. */
export function storeMessage(store: Store, { message, body }: DemoMessage): void {
  store.messages.put({ ...message, sandbox: { body } });
}

export function storeApp(store: Store, { app, versions }: DemoApp): void {
  store.apps.put({ ...app, sandbox: { versions } });
}

/** Stores a demo execution as if queued when it started, with the current graph of its flow. */
export function storeExecution(store: Store, execution: Execution): void {
  const flow = execution.flowId == null ? undefined : store.flows.get(execution.flowId);
  const graph = flow ? hashGraph(store, flow) : '';
  store.executions.put({ ...execution, sandbox: { queuedAt: execution.startedAt ?? '', graph } });
}

export function storeWebhook(store: Store, webhook: Webhook): void {
  store.webhooks.put({ ...webhook, sandbox: { secret: newWebhookSecret() } });
}

/** Stores a demo flow and its steps, children after their parent. */
export function storeFlow(store: Store, { flow, steps }: DemoFlow): void {
  store.flows.put(flow);
  const storeStep = (entry: FlowActionChild, parent: string | null): string => {
    const id = stableId(`step:${flow.id}:${parent ?? ''}:${entry.position}`);
    store.flowActions.put({
      id,
      flowId: flow.id,
      actionId: entry.actionId,
      parentFlowActionId: parent,
      position: entry.position,
      nameOverride: entry.nameOverride ?? null,
      continueOnError: entry.continueOnError ?? false,
      overrides: entry.overrides ?? null,
      createdAt: flow.createdAt ?? null,
    });
    return id;
  };
  for (const { children = [], ...entry } of entriesOf(steps)) {
    const id = storeStep(entry, null);
    for (const child of children) storeStep(child, id);
  }
}

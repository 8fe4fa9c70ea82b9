import type { Execution } from '../../../contract/records/execution.ts';
import type { Flow } from '../../../contract/records/flow.ts';
import type { Task } from '../../../contract/records/task.ts';
import type { DomainEvents } from '../../runtime/events.ts';
import type { Service } from '../../runtime/service.ts';
import {
  toResponse,
  type StoredDelivery,
  type StoredMessage,
  type StoredWebhook,
} from '../../store/stored.ts';
import { deliverJob, newDelivery, type OutgoingEvent } from './deliveries.ts';

/** Publishes the events of the other features as long as the sandbox runs. */
export function publishEvents(service: Service): void {
  const { events } = service;
  events.on('flow.finished', ({ flow, execution }) => publishRun(service, flow, execution));
  events.on('flow.started', ({ flow, execution }) => publishRunStart(service, flow, execution));
  events.on('task.changed', ({ task }) => publishTask(service, task));
  events.on('mail.received', ({ message }) => publishMail(service, message));
  events.on('app.event.kept', event => publishAppEvent(service, event));
}

/**
 * Sends an event to every active endpoint whose filter matches; an empty filter matches all events (spec 6.1). Returns
 * the number of endpoints.
 */
export function publish(service: Service, event: OutgoingEvent): number {
  let count = 0;
  for (const endpoint of service.store.webhooks.all()) {
    const filter = endpoint.eventTypes ?? [];
    if (endpoint.state !== 'ACTIVE') continue;
    if (filter.length > 0 && !filter.includes(event.type)) continue;
    send(service, endpoint, event);
    count++;
  }
  return count;
}

// Notifies the flow's own endpoint, regardless of its filter, about the end of a run, with the titles and severities of
// spec 6.3. Publishes an event if the run failed.
function publishRun(service: Service, flow: Flow, execution: Execution): void {
  // A verification concerns only its caller.
  if (execution.kind !== 'live') return;
  const hasSucceeded = execution.status === 'success';
  if (!hasSucceeded && execution.status !== 'failed') return;
  const origin = { flowId: flow.id, executionId: execution.id };
  const isRequested = hasSucceeded ? flow.notifyOnSuccess : flow.notifyOnFailure;
  const endpoint = flow.notifyWebhookId ? service.store.webhooks.get(flow.notifyWebhookId) : undefined;
  if (isRequested === true && endpoint?.state === 'ACTIVE') {
    const title = `Workflow "${flow.name}" ${hasSucceeded ? 'succeeded' : 'failed'}`;
    const data = { title, severity: hasSucceeded ? 'success' : 'error', origin };
    send(service, endpoint, { type: 'triggers.notification', source: 'triggers', data });
  }
  if (!hasSucceeded) {
    const data = { ...origin, flowName: flow.name, error: execution.error ?? null };
    publish(service, { type: 'workflow.run.failed', source: 'workflow', data });
  }
}

function publishRunStart(service: Service, flow: Flow, execution: Execution): void {
  if (execution.kind !== 'live') return;
  const data = { flowId: flow.id, executionId: execution.id, flowName: flow.name };
  publish(service, { type: 'workflow.run.running', source: 'workflow', data });
}

// A completed or failed task is published with its result (spec 6.3).
function publishTask(service: Service, task: Task): void {
  const { id: taskId, status, deviceId, message, output, steps, succeeded } = task;
  if (status !== 'running' && status !== 'completed' && status !== 'failed') return;
  const result = status === 'running' ? {} : { message, output, steps, succeeded };
  const data = { taskId, status, deviceId, task: task.task, ...result };
  publish(service, { type: `task.run.${status}`, source: 'tasks', data });
}

// A message is published with its record (spec 2.6, 6.3).
function publishMail(service: Service, message: StoredMessage): void {
  const data = toResponse(message);
  const event = { source: 'mailboxes', data };
  publish(service, { ...event, type: 'mailbox.message.received' });
  if (data.hasOtp === true) publish(service, { ...event, type: 'mailbox.passcode.received' });
}

function publishAppEvent(service: Service, event: DomainEvents['app.event']): void {
  if (event.eventType !== 'app.messages.sms_received') return;
  const data = { ...event.payload, deviceId: event.deviceId };
  publish(service, { type: 'sms.message.received', source: 'sms', data });
}

/** Queues a delivery of an event to an endpoint, regardless of its filter. */
export function send(service: Service, endpoint: StoredWebhook, event: OutgoingEvent): StoredDelivery {
  const delivery = newDelivery(service, endpoint, event);
  service.jobs.add(deliverJob, service.clock.now(), { deliveryId: delivery.id });
  return delivery;
}

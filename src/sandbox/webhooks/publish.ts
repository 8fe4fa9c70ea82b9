import type { Execution } from '../../contract/records/execution.ts';
import type { Flow } from '../../contract/records/flow.ts';
import type { Task } from '../../contract/records/task.ts';
import type { DomainEvents } from '../events.ts';
import type { Service } from '../service.ts';
import { answered, type StoredDelivery, type StoredMessage, type StoredWebhook } from '../store/stored.ts';
import { deliverJob, newDelivery, type OutgoingEvent } from './deliveries.ts';

/**
 * Sends an event to every endpoint whose filter lets it through; an empty filter lets all through (spec 6.1).
 * Answers how many there were.
 */
export function publish(service: Service, event: OutgoingEvent): number {
  let told = 0;
  for (const endpoint of service.store.webhooks.all()) {
    const filter = endpoint.eventTypes ?? [];
    if (endpoint.state !== 'ACTIVE') continue;
    if (filter.length > 0 && !filter.includes(event.type)) continue;
    send(service, endpoint, event);
    told++;
  }
  return told;
}

/**
 * Notifies the endpoint that a flow names about the end of a run, whatever its filter, with the titles and
 * severities of spec 6.3; and tells subscribers when a run failed.
 */
export function publishRun(service: Service, flow: Flow, execution: Execution): void {
  // A verification concerns nobody but the one who asked for it.
  if (execution.kind !== 'live') return;
  const succeeded = execution.status === 'success';
  if (!succeeded && execution.status !== 'failed') return;
  const origin = { flowId: flow.id, executionId: execution.id };
  const wanted = succeeded ? flow.notifyOnSuccess : flow.notifyOnFailure;
  const endpoint = flow.notifyWebhookId ? service.store.webhooks.get(flow.notifyWebhookId) : undefined;
  if (wanted === true && endpoint?.state === 'ACTIVE') {
    const title = `Workflow "${flow.name}" ${succeeded ? 'succeeded' : 'failed'}`;
    const data = { title, severity: succeeded ? 'success' : 'error', origin };
    send(service, endpoint, { type: 'triggers.notification', source: 'triggers', data });
  }
  if (!succeeded) {
    const data = { ...origin, flowName: flow.name, error: execution.error ?? null };
    publish(service, { type: 'workflow.run.failed', source: 'workflow', data });
  }
}

/** Tells subscribers that a run of a flow began. */
export function publishRunStart(service: Service, flow: Flow, execution: Execution): void {
  if (execution.kind !== 'live') return;
  const data = { flowId: flow.id, executionId: execution.id, flowName: flow.name };
  publish(service, { type: 'workflow.run.running', source: 'workflow', data });
}

/** Tells subscribers that a task runs, or how it ended; a completed one carries its result (spec 6.3). */
export function publishTask(service: Service, task: Task): void {
  const { id: taskId, status, deviceId, message, output, steps, succeeded } = task;
  if (status !== 'running' && status !== 'completed' && status !== 'failed') return;
  const result = status === 'running' ? {} : { message, output, steps, succeeded };
  const data = { taskId, status, deviceId, task: task.task, ...result };
  publish(service, { type: `task.run.${status}`, source: 'tasks', data });
}

/** Tells subscribers about a message that arrived, with what its record says (spec 2.6, 6.3). */
export function publishMail(service: Service, message: StoredMessage): void {
  const data = answered(message);
  const event = { source: 'mailboxes', data };
  publish(service, { ...event, type: 'mailbox.message.received' });
  if (data.hasOtp === true) publish(service, { ...event, type: 'mailbox.passcode.received' });
}

/** Tells subscribers about a text message that was reported from a device. */
export function publishAppEvent(service: Service, event: DomainEvents['app.event']): void {
  if (event.eventType !== 'app.messages.sms_received') return;
  const data = { ...event.payload, deviceId: event.deviceId };
  publish(service, { type: 'sms.message.received', source: 'sms', data });
}

/** Stores a delivery of an event to an endpoint, whatever its filter, and leaves it to the job queue. */
export function send(service: Service, endpoint: StoredWebhook, event: OutgoingEvent): StoredDelivery {
  const delivery = newDelivery(service, endpoint, event);
  service.jobs.add(deliverJob, service.clock.now(), { deliveryId: delivery.id });
  return delivery;
}

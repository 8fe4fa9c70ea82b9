import { randomUUID } from 'node:crypto';
import type { Task } from '../../../contract/records/task.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredTaskRun } from '../../store/stored.ts';

/** Adds an event to the trajectory of a task and notifies its followers. */
export function publishProgress(
  { store, events }: Service,
  { id: taskId }: Task,
  event: string,
  data: unknown,
): void {
  store.taskEvents.put({ id: randomUUID(), taskId, event, data });
  events.emit('task.event', { taskId });
}

/** Adds the event of a message that was sent to a task. */
export function publishMessage(service: Service, task: Task, message: string): void {
  publishProgress(service, task, 'UserMessageEvent', {
    action: 'queued',
    message_ids: [randomUUID()],
    message,
  });
}

/** The events that follow from the status of a task (wire facts 10). */
const STATUS_EVENTS: Readonly<Record<string, (task: Task) => readonly [event: string, data: object]>> = {
  created: ({ id }) => ['CreatedEvent', { id, streamUrl: '' }],
  running: ({ task }) => ['StartEvent', { task }],
  cancelling: () => ['CancelEvent', { reason: 'The task was canceled.' }],
};

/** Adds the event that follows from a status. */
export function publishStatus(service: Service, task: Task, status: string): void {
  const [event, data] = STATUS_EVENTS[status]?.(task) ?? ['StopEvent', {}];
  publishProgress(service, task, event, data);
}

/** Adds the events with the result of a task. */
export function publishResult(
  service: Service,
  task: Task,
  { succeeded, message, output }: Pick<Task, 'succeeded' | 'message' | 'output'>,
): void {
  publishProgress(service, task, 'FinalizeEvent', { success: succeeded, reason: message });
  publishProgress(service, task, 'ResultEvent', {
    success: succeeded,
    message,
    steps: task.steps ?? 0,
    structured_output: output,
  });
}

/** Changes the status and other fields of a task, and sends `task.changed`. */
export function setStatus(service: Service, task: Task, status: string, changes: Partial<Task> = {}): Task {
  const { store, clock, events } = service;
  const changed = store.tasks.put({ ...task, ...changes, status, updatedAt: timestamp(clock) });
  publishStatus(service, changed, status);
  events.emit('task.changed', { task: changed });
  return changed;
}

/** Stores data about a task that is not in its record. */
export function updateTaskRun({ store, clock }: Service, id: string, changes: Partial<StoredTaskRun>): void {
  const before = store.taskRuns.get(id) ?? { id, terminationReason: null, lastResponse: null };
  store.taskRuns.put({ ...before, ...changes, id, updatedAt: timestamp(clock) });
}

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

/** Changes the status and other fields of a task, and sends `task.changed`. */
export function setStatus(service: Service, task: Task, status: string, changes: Partial<Task> = {}): Task {
  const { store, clock, events } = service;
  const changed = store.tasks.put({ ...task, ...changes, status, updatedAt: timestamp(clock) });
  publishProgress(service, changed, 'status', { status, message: changed.message ?? null });
  events.emit('task.changed', { task: changed });
  return changed;
}

/** Stores data about a task that is not in its record. */
export function updateTaskRun({ store, clock }: Service, id: string, changes: Partial<StoredTaskRun>): void {
  const before = store.taskRuns.get(id) ?? { id, terminationReason: null, lastResponse: null };
  store.taskRuns.put({ ...before, ...changes, id, updatedAt: timestamp(clock) });
}

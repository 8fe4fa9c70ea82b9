import { randomUUID } from 'node:crypto';
import type { Task } from '../../contract/records/task.ts';
import { timestamp } from '../clock.ts';
import type { Service } from '../service.ts';
import type { StoredTaskRun } from '../store/stored.ts';

/** Adds an event to what a task did, and tells those who follow it. */
export function tell({ store, events }: Service, { id: taskId }: Task, event: string, data: unknown): void {
  store.taskEvents.put({ id: randomUUID(), taskId, event, data });
  events.tell('task.event', { taskId });
}

/** Gives a task another status with what else changes, and tells everybody. */
export function setStatus(service: Service, task: Task, status: string, changes: Partial<Task> = {}): Task {
  const { store, clock, events } = service;
  const changed = store.tasks.put({ ...task, ...changes, status, updatedAt: timestamp(clock) });
  tell(service, changed, 'status', { status, message: changed.message ?? null });
  events.tell('task.changed', { task: changed });
  return changed;
}

/** Notes what the record of a task does not tell. */
export function note({ store, clock }: Service, id: string, changes: Partial<StoredTaskRun>): void {
  const before = store.taskRuns.get(id) ?? { id, terminationReason: null, lastResponse: null };
  store.taskRuns.put({ ...before, ...changes, id, updatedAt: timestamp(clock) });
}

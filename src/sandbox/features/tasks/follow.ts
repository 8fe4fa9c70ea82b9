import { FINISHED_TASKS } from '../../../contract/enumerations.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredTaskEvent } from '../../store/stored.ts';
import { waitFor } from '../../runtime/waitFor.ts';

/** The maximum time without events before the task's status is checked again, in milliseconds. */
const SILENCE_MS = 3_600_000;

/** Yields the past and future events of a task until it ends, as server-sent events (wire facts 10). */
export async function* followTask(
  service: Service,
  taskId: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const { store } = service;
  let sentCount = 0;
  const readUnsent = (): StoredTaskEvent[] | undefined => {
    const events = store.taskEvents.all({ taskId }).slice(sentCount);
    return events.length > 0 || hasEnded(service, taskId) ? events : undefined;
  };
  for (;;) {
    const events = await waitFor(service, 'task.event', readUnsent, { timeoutMs: SILENCE_MS, signal });
    for (const { event, data } of events ?? []) yield { event, data: JSON.stringify(data) };
    sentCount += events?.length ?? 0;
    if (events?.length === 0 && hasEnded(service, taskId)) return;
  }
}

function hasEnded({ store }: Service, taskId: string): boolean {
  return FINISHED_TASKS.includes(store.tasks.get(taskId)?.status ?? 'cancelled');
}

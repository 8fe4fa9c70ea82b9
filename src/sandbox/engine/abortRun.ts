import { timestamp } from '../runtime/clock.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredExecution } from '../store/stored.ts';
import { finishRun } from './finishRun.ts';
import { runJobId } from './startRun.ts';

/** Cancels an unfinished run: its current step is stopped and no other starts. */
export function abortRun(service: Service, execution: StoredExecution): StoredExecution {
  const { store, jobs, clock } = service;
  jobs.cancel(runJobId(execution.id));
  for (const row of store.runSteps.all({ executionId: execution.id })) {
    if (row.step.status !== 'running') continue;
    store.runSteps.put({ ...row, step: { ...row.step, status: 'stopped', finishedAt: timestamp(clock) } });
  }
  return (
    finishRun(service, execution.id, { status: 'cancelled', error: 'Aborted by the caller.' }) ?? execution
  );
}

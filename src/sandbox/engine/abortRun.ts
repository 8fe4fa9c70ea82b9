import { timestamp } from '../runtime/clock.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredExecution } from '../store/stored.ts';
import { finishRun, type RunEnd } from './finishRun.ts';
import { runJobId } from './startRun.ts';

/** Stops the current step of a run, starts no other and stores the outcome. */
export function abortRun(service: Service, execution: StoredExecution, end: RunEnd): StoredExecution {
  const { store, jobs, clock } = service;
  jobs.cancel(runJobId(execution.id));
  for (const row of store.runSteps.all({ executionId: execution.id })) {
    if (row.step.status !== 'running') continue;
    store.runSteps.put({ ...row, step: { ...row.step, status: 'stopped', finishedAt: timestamp(clock) } });
  }
  return finishRun(service, execution.id, end) ?? execution;
}

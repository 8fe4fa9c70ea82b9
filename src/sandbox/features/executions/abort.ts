import { FINISHED_EXECUTIONS } from '../../../contract/enumerations.ts';
import { finishRun } from '../../engine/finishRun.ts';
import { runJobId } from '../../engine/startRun.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { type StoredExecution, toResponse } from '../../store/stored.ts';

/** Handlers that abort executions (wire facts 6). */
export const abortHandlers = {
  abortExecution: ({ params, service }) => {
    const execution = requireRecord(
      service.store.executions,
      params.executionId,
      'execution',
      'execution_not_found',
    );
    if (FINISHED_EXECUTIONS.includes(execution.status ?? '')) {
      const message = `The execution has already ended; its status is ${execution.status}.`;
      throw conflict('execution_finished', message);
    }
    // This reply contains neither files nor creator (wire facts 6).
    const hidden = { files: undefined, createdBy: undefined };
    return { data: { ...toResponse(abortRun(service, execution)), ...hidden } };
  },
} as const satisfies Handlers;

// The current step is stopped, and no other starts.
function abortRun(service: Service, execution: StoredExecution): StoredExecution {
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

import { isFinished } from '../../contract/enumerations.ts';
import type { Flow } from '../../contract/records/flow.ts';
import { timestamp } from '../runtime/clock.ts';
import type { Service } from '../runtime/service.ts';
import type { FailureCode } from '../runtime/step.ts';
import type { StoredExecution } from '../store/stored.ts';
import { startedStepsOf } from './stepLog.ts';

/** The outcome of a run. */
export type RunEnd =
  | { readonly status: 'success' }
  | { readonly status: 'failed'; readonly code: FailureCode; readonly error: string }
  | { readonly status: 'cancelled'; readonly error: string };

/** The number of consecutive failures after which a flow is blocked. */
const BLOCKED_AFTER = 5;

/**
 * Stores the outcome of a run with its steps, updates the health of the flow and sends `flow.finished`. Does nothing if
 * the run has already ended.
 */
export function finishRun(service: Service, executionId: string, end: RunEnd): StoredExecution | undefined {
  const { store, clock, events } = service;
  return store.transaction(() => {
    const execution = store.executions.get(executionId);
    if (!execution || isFinished(execution)) return execution;
    const finishedAt = timestamp(clock);
    const finished = store.executions.put({
      ...execution,
      status: end.status,
      error: end.status === 'success' ? null : end.error,
      startedAt: execution.startedAt ?? finishedAt,
      finishedAt,
      result: { steps: startedStepsOf(store, execution) },
    });
    store.runSteps.deleteWhere({ executionId });
    for (const repair of store.repairs.all({ flowId: execution.flowId ?? '' })) {
      if (repair.sourceExecutionId === executionId && repair.status === 'running')
        store.repairs.put({ ...repair, status: 'failed', finishedAt, updatedAt: finishedAt });
    }
    const flow = store.flows.get(execution.flowId ?? '');
    if (!flow) return finished;
    const judged = finished.kind === 'live' ? store.flows.put(updateHealth(flow, end, finishedAt)) : flow;
    events.emit('flow.finished', { flow: judged, execution: finished });
    return finished;
  });
}

// Without health monitoring, failures are counted, but the flow never becomes failing or blocked (spec 2.1).
function updateHealth(flow: Flow, end: RunEnd, now: string): Flow {
  switch (end.status) {
    case 'cancelled':
      return flow;
    case 'success':
      return { ...flow, status: 'healthy', consecutiveFailures: 0, blockedAt: null };
    case 'failed': {
      const consecutiveFailures = (flow.consecutiveFailures ?? 0) + 1;
      const failed = { ...flow, consecutiveFailures, lastFailureAt: now, lastFailureCode: end.code };
      if (flow.healthMonitoringEnabled === false) return failed;
      const blocked = consecutiveFailures >= BLOCKED_AFTER;
      return { ...failed, status: blocked ? 'blocked' : 'failing', blockedAt: blocked ? now : null };
    }
  }
}

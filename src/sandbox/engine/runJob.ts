import { FINISHED_EXECUTIONS } from '../../contract/enumerations.ts';
import type { JobKind } from '../runtime/job.ts';
import { FlowRun } from './flowRun.ts';
import type { PlannedStep } from './plan.ts';

/** The input of a run, stored with its job. */
export interface RunPayload {
  readonly executionId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly deviceIds: readonly string[];
  readonly plan: readonly PlannedStep[];
}

/**
 * The job that runs a flow. After a crash, it continues where it stopped, or fails if the interrupted step cannot be
 * repeated.
 */
export const runJob: JobKind<RunPayload> = {
  name: 'flow.run',
  atOnce: 16,
  async run({ payload, interrupted, signal }, service) {
    const execution = service.store.executions.get(payload.executionId);
    if (!execution || FINISHED_EXECUTIONS.includes(execution.status ?? '')) return undefined;
    await new FlowRun(service, payload, execution, signal).execute(interrupted);
    return undefined;
  },
};

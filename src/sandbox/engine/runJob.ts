import { isFinished } from '../../contract/enumerations.ts';
import type { JobKind } from '../runtime/job.ts';
import { finishRun } from './finishRun.ts';
import { FlowRun } from './flowRun.ts';
import type { PlannedStep } from './plan.ts';

/** The part of a flow that a trial run is about. Its plan ends with this step. */
export interface TrialPart {
  /** The index of the top-level step in the plan, from 0. */
  readonly index: number;
  /** The index among the children of that step; null for the step itself. */
  readonly childIndex: number | null;
  /** True to run nothing but this step, with the results of earlier steps in its log. */
  readonly isAlone: boolean;
  /** The start of the run that this one continues, in milliseconds since 1970; messages count from then on. */
  readonly since?: number | undefined;
}

/** The step with which a debug run starts; the results of those before it are in its log. */
export interface StartingStep {
  readonly index: number;
  readonly childIndex: number | null;
  /** The start of the run that this one continues, in milliseconds since 1970. */
  readonly since: number;
  /** Only trial runs have a step alone. */
  readonly isAlone?: undefined;
}

/** The input of a run, stored with its job. */
export interface RunPayload {
  readonly executionId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly deviceIds: readonly string[];
  /** True to begin on the home screen of each device, with apps that have no data. */
  readonly isFresh?: boolean;
  /** True if its evidence has the screens of real phones after they have settled. */
  readonly settles?: boolean;
  readonly plan: readonly PlannedStep[];
  /** Set for a trial run. */
  readonly target?: TrialPart;
  /** Set for a debug run. */
  readonly debug?: 'trial' | 'live';
  /** Set for a debug run that does not start with the first step. */
  readonly from?: StartingStep | undefined;
}

/**
 * The job that runs a flow. After a crash, it continues where it stopped, or fails if the interrupted step cannot be
 * repeated. A debug run ends, because its debugger is gone.
 */
export const runJob: JobKind<RunPayload> = {
  name: 'flow.run',
  concurrency: 16,
  async run({ payload, interrupted, signal }, service) {
    const execution = service.store.executions.get(payload.executionId);
    if (!execution || isFinished(execution)) return undefined;
    if (payload.debug && !service.controls.has(execution.id)) {
      // Steps that someone wanted to look at first must not run unseen.
      finishRun(service, execution.id, {
        status: 'cancelled',
        error: 'The sandbox ended during the debug run.',
      });
      return undefined;
    }
    await new FlowRun(service, payload, execution, signal).execute(interrupted);
    return undefined;
  },
};

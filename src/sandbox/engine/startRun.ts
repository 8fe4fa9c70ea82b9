import { randomUUID } from 'node:crypto';
import type { Flow } from '../../contract/records/flow.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import { timestamp } from '../runtime/clock.ts';
import { hashGraph } from '../records/flowSteps.ts';
import { onlyDevice } from '../records/onlyDevice.ts';
import { OWNER_ID } from '../records/owner.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredExecution } from '../store/stored.ts';
import { createPlan } from './plan.ts';
import { runJob, type RunPayload } from './runJob.ts';

/** The input for starting a run. */
interface RunStart {
  readonly flow: Flow;
  readonly trigger: Trigger | undefined;
  /** The value of `{{event.payload}}`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly deviceIds: readonly string[];
  /** A verification runs the steps without affecting health, cooldown, and notifications; so does a `dry_run`. */
  readonly kind: 'live' | 'dry_run' | 'verification';
  /** The identifier that the caller chose, with which a repeated call finds the run. */
  readonly invocationId?: string;
  readonly eventId?: string | null;
  /** True for a run that may send requests only to this computer. */
  readonly isConfined?: boolean;
  /** True to begin on the home screen of each device, with apps that have no data. */
  readonly isFresh?: boolean | undefined;
  /** True if its evidence has the screens of real phones after they have settled. */
  readonly settles?: boolean;
  /** The steps of a trial or debug run, in place of all steps of the flow. */
  readonly job?: Omit<RunPayload, 'executionId' | 'payload' | 'deviceIds' | 'isFresh' | 'settles'>;
}

/** Returns the ID of the job that runs an execution. */
export function runJobId(executionId: string): string {
  return `run:${executionId}`;
}

/** Stores an execution of the flow in its current form and queues its job. */
export function startRun(service: Service, start: RunStart): StoredExecution {
  const { store, clock, jobs } = service;
  const {
    flow,
    trigger,
    payload,
    deviceIds,
    kind,
    eventId = null,
    isConfined = false,
    isFresh = false,
    settles = false,
    job,
  } = start;
  const queuedAt = timestamp(clock);
  const execution = store.executions.put({
    id: randomUUID(),
    flowId: flow.id,
    flowName: flow.name,
    triggerId: trigger?.id ?? flow.triggerId ?? null,
    triggerName: trigger?.name ?? null,
    eventId,
    createdBy: OWNER_ID,
    deviceId: onlyDevice(deviceIds),
    invocationId: start.invocationId ?? null,
    kind,
    status: 'pending',
    error: null,
    startedAt: null,
    finishedAt: null,
    result: { steps: [] },
    // A debugged run can differ from the flow, so it verifies nothing.
    sandbox: { queuedAt, graph: job?.debug ? '' : hashGraph(store, flow), deviceIds, isConfined },
  });
  if (kind === 'live') store.flows.patch(flow.id, { lastTriggeredAt: queuedAt });
  const steps = job ?? { plan: createPlan(store, flow.id) };
  const run = { executionId: execution.id, payload, deviceIds, isFresh, settles, ...steps };
  jobs.add(runJob, clock.now(), run, runJobId(execution.id));
  return execution;
}

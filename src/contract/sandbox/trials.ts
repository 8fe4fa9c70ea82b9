import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Execution, ExecutionStep } from '../records/execution.ts';
import { FlowActionEntry } from '../records/flowAction.ts';
import { data, OpenObject, Timestamp, Uuid } from '../scalars.ts';

/** The time in seconds after which a trial run is stopped: the default, and the maximum. */
export const TRIAL_SECONDS = { default: 300, max: 900 } as const;

/** The maximum number of earlier results that a trial run takes. */
const MAX_EARLIER = 2000;

/** The part of a flow body that a trial run uses; the flow does not have to exist. */
export const TrialFlow = z.looseObject({
  name: z.string().optional(),
  triggerId: z.string().nullish(),
  templateResolutionVersion: z.int().optional(),
  actions: z.array(FlowActionEntry).min(1),
});

/** The results of earlier steps for a step that runs alone. */
const EarlierRun = z.looseObject({
  /** The trial run that they come from; its mail, tasks and files are known to the new one. */
  trialId: Uuid.nullish(),
  /** The start of that run; a step that waits for mail accepts mail since then. */
  startedAt: Timestamp.nullish(),
  steps: z.array(ExecutionStep).max(MAX_EARLIER),
});

/** The body of a trial run: a flow and the step with which it ends, counted in the order of execution from 0. */
export const StartTrial = z.looseObject({
  flow: TrialFlow,
  step: z.looseObject({ index: z.int().min(0), childIndex: z.int().min(0).nullish() }),
  /** True to run only this step, with its children; otherwise all steps before it run first. */
  alone: z.boolean().optional(),
  deviceId: Uuid.nullish(),
  /** True to begin on the home screen of the device, with apps that have no data. */
  fresh: z.boolean().optional(),
  /** The value of `{{event.payload}}`, an empty object by default. */
  payload: OpenObject.optional(),
  earlier: EarlierRun.optional(),
  timeoutSeconds: z.int().min(1).max(TRIAL_SECONDS.max).optional(),
});
export type StartTrial = z.output<typeof StartTrial>;

const onTrial = { params: z.object({ trialId: Uuid }), errors: 'flow' } as const;

/** Sandbox-only operations on trial runs. */
export const sandboxTrialOperations = {
  startTrial: sandboxOperation('POST', '/_sandbox/trials', {
    summary: 'Run one step of a given flow, or its steps up to one, on a device and without changing records',
    body: StartTrial,
    response: { status: 202, body: data(Execution) },
    errors: 'flow',
    effect: 'act',
  }),
  getTrial: sandboxOperation('GET', '/_sandbox/trials/{trialId}', {
    ...onTrial,
    summary: 'Tell how a trial run or a debug run goes, or went; the last ones are known',
    response: { status: 200, body: data(Execution) },
  }),
  stopTrial: sandboxOperation('POST', '/_sandbox/trials/{trialId}/stop', {
    ...onTrial,
    summary: 'Stop a trial run',
    response: { status: 200, body: data(Execution) },
    effect: 'act',
  }),
} as const;

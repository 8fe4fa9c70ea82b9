import type { StartTrial } from '../../contract/sandbox/trials.ts';
import type { Flow } from '../../contract/records/flow.ts';
import { Disposables } from '../../util/disposables.ts';
import { isUuid } from '../../util/isUuid.ts';
import { seededRandom } from '../../util/random.ts';
import { runJob } from '../engine/runJob.ts';
import { settleJob } from '../features/devices/deviceState.ts';
import { taskJob } from '../features/tasks/runTask.ts';
import { FLOW_DEFAULTS, UNUSED_FLOW } from '../records/defaults.ts';
import { storeSteps } from '../records/flowSteps.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import { timestamp } from '../runtime/clock.ts';
import { Events } from '../runtime/events.ts';
import { JobQueue } from '../runtime/jobQueue.ts';
import type { Service } from '../runtime/service.ts';
import type { StepKinds } from '../runtime/step.ts';
import type { Store } from '../store/store.ts';

/** The jobs that a trial run can start; others, such as deliveries, are never carried out. */
export const TRIAL_JOBS = [runJob, taskJob, settleJob];

/** The ID of the flow of a trial run. */
export const TRIAL_FLOW_ID = stableId('trial');

/** Creates a service that works on a copy of the data, in memory; only phones, and traces if wanted, are shared. */
export function createTrialService(service: Service, steps: StepKinds, keepsTraces = false): Service {
  const store = service.store.copyForTrial(keepsTraces);
  return {
    ...service,
    store,
    // Does not use up the random numbers of the sandbox, whose runs can be repeated.
    random: seededRandom(1).next,
    events: new Events(),
    jobs: new JobQueue(store, service.clock, service.log),
    steps,
    settings: { ...service.settings, schedules: false },
  };
}

/** The number of ended runs that are kept. */
const MAX_KEPT = 4;

/** Adds a run, and removes the oldest of those that have ended beyond the maximum, for each of which it calls `drop`. */
export function keepRun<Run>(
  runs: readonly Run[],
  run: Run,
  hasEnded: (known: Run) => boolean,
  drop: (known: Run) => void,
): readonly Run[] {
  const ended = runs.filter(hasEnded);
  const dropped = ended.slice(0, Math.max(0, ended.length - MAX_KEPT + 1));
  for (const known of dropped) drop(known);
  return [...runs.filter(known => !dropped.includes(known)), run];
}

/** Passes on what comes from outside a trial: steps can wait for mail, calls and devices. */
export function followOutside({ store, events }: Service, { events: outside }: Service): Disposables {
  const owned = new Disposables();
  owned.add(
    outside.on('mail.received', ({ message }) => {
      store.messages.put(message);
      events.emit('mail.received', { message });
    }),
  );
  owned.add(
    outside.on('device.changed', ({ device }) => {
      store.devices.put(device);
      events.emit('device.changed', { device });
    }),
  );
  owned.add(outside.on('callback.received', event => events.emit('callback.received', event)));
  return owned;
}

/** Makes the mail, the tasks and the files of an earlier run known to another one. */
export function takeOver(from: Store, earlierId: string, to: Store, executionId: string): void {
  for (const message of from.messages.all()) if (!to.messages.get(message.id)) to.messages.put(message);
  for (const task of from.tasks.all()) if (!to.tasks.get(task.id)) to.tasks.put(task);
  for (const run of from.taskRuns.all()) if (!to.taskRuns.get(run.id)) to.taskRuns.put(run);
  for (const file of from.runFiles.all({ executionId: earlierId })) to.runFiles.put({ ...file, executionId });
}

/** Stores a flow in the copy of a trial, with its actions. */
export function storeTrialFlow(service: Service, source: Service, flow: StartTrial['flow']): Flow {
  const { store, clock } = service;
  const now = timestamp(clock);
  const ids = flow.actions.flatMap(step => [step, ...(step.children ?? [])]).map(({ actionId }) => actionId);
  for (const id of new Set(ids)) {
    const action = source.store.actions.get(id);
    if (action) store.actions.put(action);
  }
  const stored = store.flows.put({
    ...FLOW_DEFAULTS,
    ...UNUSED_FLOW,
    id: TRIAL_FLOW_ID,
    name: flow.name ?? '',
    // A draft may not have chosen its trigger yet.
    triggerId: isUuid(flow.triggerId ?? '') ? flow.triggerId : null,
    templateResolutionVersion: flow.templateResolutionVersion ?? FLOW_DEFAULTS.templateResolutionVersion,
    createdAt: now,
    updatedAt: now,
    ...OWNED,
  });
  storeSteps(store, stored.id, flow.actions, now);
  return stored;
}

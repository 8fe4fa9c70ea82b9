import { isFinished } from '../../contract/enumerations.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { type StartTrial, TRIAL_SECONDS } from '../../contract/sandbox/trials.ts';
import type { Disposables } from '../../util/disposables.ts';
import { abortRun } from '../engine/abortRun.ts';
import type { RunEnd } from '../engine/finishRun.ts';
import { createPlan, planUntil } from '../engine/plan.ts';
import type { TrialPart } from '../engine/runJob.ts';
import { startRun } from '../engine/startRun.ts';
import { startedStepsOf } from '../engine/stepLog.ts';
import { traceHandlers } from '../features/executions/trace.ts';
import type { Call, Handlers } from '../runtime/handler.ts';
import { invalidValue, notFound } from '../runtime/refusal.ts';
import type { Service } from '../runtime/service.ts';
import type { StepKinds } from '../runtime/step.ts';
import { toResponse } from '../store/stored.ts';
import { refuseBusy } from './busyDevice.ts';
import { earlierRecords } from './trialLog.ts';
import {
  createTrialService,
  followOutside,
  keepRun,
  storeTrialFlow,
  takeOver,
  TRIAL_JOBS,
} from './trialService.ts';

/** A trial run with the service that it uses in place of the sandbox's. */
interface Trial {
  readonly id: string;
  readonly deviceId: string | null;
  readonly startedAt: number;
  readonly service: Service;
  readonly owned: Disposables;
  isRunning: boolean;
}

/**
 * The trial runs of a sandbox. Each runs in the engine on a copy of the data, in memory, so that it changes nothing but
 * the phone of its device: no listener of the sandbox hears its events, and its webhook steps send nothing.
 */
export class Trials {
  readonly #service: Service;
  readonly #steps: StepKinds;
  /** The running and the last ended trials, oldest first. */
  #trials: readonly Trial[] = [];

  /** `trialSteps` replace the steps whose effects leave the sandbox. */
  constructor(service: Service, trialSteps: StepKinds) {
    this.#service = service;
    this.#steps = { ...service.steps, ...trialSteps };
    service.ending.addEventListener('abort', () => this.endAll());
  }

  /** Starts a trial run; a confined one may call only this computer. Throws a Refusal for an unknown step or device, or if the device is in use. */
  start(body: StartTrial, isConfined: boolean): Execution {
    const { flow, step, payload = {}, earlier } = body;
    const deviceId = body.deviceId?.toLowerCase() ?? null;
    refuseBusy(this.#service, deviceId, this.busyDeviceIds);
    const service = createTrialService(this.#service, this.#steps);
    const { store, clock } = service;
    try {
      const target = {
        index: step.index,
        childIndex: step.childIndex ?? null,
        isAlone: body.alone ?? false,
        since: body.alone === true ? this.#startOf(earlier, clock.now()) : undefined,
      };
      const stored = storeTrialFlow(service, this.#service, flow);
      const plan = planUntil(createPlan(store, stored.id), target);
      refuseUnknownStep(plan, target);
      const trigger = store.triggers.get(stored.triggerId ?? '');
      const deviceIds = deviceId === null ? [] : [deviceId];
      const execution = startRun(service, {
        flow: stored,
        trigger,
        payload,
        deviceIds,
        kind: 'dry_run',
        isConfined,
        isFresh: body.fresh,
        job: { plan, target },
      });
      if (target.isAlone) {
        this.#takeOver(service, execution.id, earlier?.trialId);
        const records = earlierRecords(earlier?.steps ?? [], { plan, target, deviceId });
        for (const [at, record] of records.entries())
          store.runSteps.put({ id: `${execution.id}:${at}`, executionId: execution.id, step: record });
      }
      const owned = followOutside(service, this.#service);
      const startedAt = target.since ?? clock.now();
      const trial: Trial = { id: execution.id, deviceId, startedAt, service, owned, isRunning: true };
      this.#keep(trial);
      this.#limit(trial, body.timeoutSeconds ?? TRIAL_SECONDS.default);
      service.jobs.start(service, TRIAL_JOBS);
      return recordOf(trial);
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** Returns a trial run as an execution. Throws a 404 Refusal if it is not known. */
  get(id: string): Execution {
    return recordOf(this.#require(id));
  }

  /** Returns the service with the evidence of an execution, which is a copy for a trial run that is kept. */
  serviceOf(executionId: string): Service {
    return this.#trials.find(({ id }) => id === executionId.toLowerCase())?.service ?? this.#service;
  }

  /** Stops a trial run, unless it has ended, and returns it. */
  stop(id: string): Execution {
    const trial = this.#require(id);
    end(trial, { status: 'cancelled', error: 'The trial run was stopped.' });
    return recordOf(trial);
  }

  /** Stops all trial runs and forgets them. */
  endAll(): void {
    for (const trial of this.#trials) end(trial, { status: 'cancelled', error: 'The sandbox ends.' });
    this.#trials = [];
  }

  #require(id: string): Trial {
    const trial = this.#trials.find(known => known.id === id.toLowerCase());
    if (!trial) throw notFound('trial run', 'trial_not_found');
    return trial;
  }

  #keep(trial: Trial): void {
    const hasEnded = ({ isRunning }: Trial): boolean => !isRunning;
    this.#trials = keepRun(this.#trials, trial, hasEnded, ({ service }) => service.store.close());
  }

  // A trial on its own continues the run whose results it was given, so that it finds mail that came since.
  #startOf(earlier: StartTrial['earlier'], now: number): number {
    const known = this.#trials.find(({ id }) => id === earlier?.trialId?.toLowerCase());
    const given = known?.startedAt ?? Date.parse(earlier?.startedAt ?? '');
    return Number.isNaN(given) ? now : Math.min(given, now);
  }

  #takeOver({ store }: Service, executionId: string, trialId: string | null | undefined): void {
    const before = this.#trials.find(({ id, isRunning }) => id === trialId?.toLowerCase() && !isRunning);
    if (before) takeOver(before.service.store, before.id, store, executionId);
  }

  // Measured by the computer's clock, because the sandbox's can be frozen.
  #limit(trial: Trial, seconds: number): void {
    const timer = setTimeout(() => {
      const error = `The trial run was stopped because it took longer than ${seconds} s.`;
      end(trial, { status: 'failed', code: 'transient', error });
    }, seconds * 1000);
    timer.unref();
    trial.owned.add({ dispose: () => clearTimeout(timer) });
    trial.owned.add(
      trial.service.events.on('flow.finished', () => {
        trial.isRunning = false;
        trial.owned.dispose();
        // The job of the run itself is about to end.
        queueMicrotask(() => void trial.service.jobs.stop());
      }),
    );
  }

  /** The trial runs that have ended, with the stores of their data. */
  get known(): readonly { readonly id: string; readonly store: Service['store'] }[] {
    return this.#trials
      .filter(({ isRunning }) => !isRunning)
      .map(({ id, service: { store } }) => ({ id, store }));
  }

  /** Returns the devices of the trials that are running; null for one without a device. */
  get busyDeviceIds(): readonly (string | null)[] {
    return this.#trials.filter(({ isRunning }) => isRunning).map(({ deviceId }) => deviceId);
  }
}

/** Creates the handlers for trial runs, and for the evidence of all runs. */
export function trialRunHandlers(trials: Trials): Handlers {
  const withTrialData = <C extends Call<keyof typeof traceHandlers>>(call: C): C => ({
    ...call,
    service: trials.serviceOf(call.params.executionId),
  });
  return {
    getExecutionTrace: call => traceHandlers.getExecutionTrace(withTrialData(call)),
    getTraceScreen: call => traceHandlers.getTraceScreen(withTrialData(call)),
    getTraceUiState: call => traceHandlers.getTraceUiState(withTrialData(call)),
    startTrial: ({ body, isConfined }) => ({ data: trials.start(body, isConfined) }),
    stopTrial: ({ params }) => ({ data: trials.stop(params.trialId) }),
  };
}

function refuseUnknownStep(plan: ReturnType<typeof createPlan>, { index, childIndex }: TrialPart): void {
  const parent = plan[index];
  if (!parent) throw invalidValue('body.step.index', `the flow has ${plan.length} steps`, index);
  if (childIndex === null || parent.children[childIndex]) return;
  throw invalidValue('body.step.childIndex', 'there is no such step inside this step', childIndex);
}

function end({ id, service, isRunning }: Trial, outcome: RunEnd): void {
  const execution = service.store.executions.get(id);
  if (isRunning && execution) abortRun(service, execution, outcome);
}

/** Returns a run as an execution of a trial. */
export function recordOf({ id, service: { store } }: Pick<Trial, 'id' | 'service'>): Execution {
  const execution = store.executions.get(id);
  if (!execution) throw notFound('trial run', 'trial_not_found');
  const ended = isFinished(execution);
  const result = ended ? execution.result : { steps: startedStepsOf(store, execution) };
  return { ...toResponse(execution), kind: 'trial', flowId: null, result };
}

import { isFinished } from '../../../contract/enumerations.ts';
import type { Execution } from '../../../contract/records/execution.ts';
import type { Flow } from '../../../contract/records/flow.ts';
import type { DebugRun, StartDebugRun } from '../../../contract/sandbox/debug.ts';
import { DebugLimits } from '../../../contract/sandbox/debugLimits.ts';
import type { StartTrial } from '../../../contract/sandbox/trials.ts';
import { Disposables } from '../../../util/disposables.ts';
import { abortRun } from '../../engine/abortRun.ts';
import { createPlan } from '../../engine/plan.ts';
import { startRun } from '../../engine/startRun.ts';
import { startedStepsOf } from '../../engine/stepLog.ts';
import { requireFlow } from '../../features/flows/writes.ts';
import { toEntries } from '../../records/flowSteps.ts';
import { conflict, invalidValue, notFound, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { StepKinds } from '../../runtime/step.ts';
import { refuseBusy } from '../busyDevice.ts';
import { recordOf, type Trials } from '../trials.ts';
import {
  createTrialService,
  followOutside,
  keepRun,
  storeTrialFlow,
  takeOver,
  TRIAL_FLOW_ID,
  TRIAL_JOBS,
} from '../trialService.ts';
import { DebugSession } from './debugSession.ts';
import { copyEvidence, type KnownRun, readEarlier, readStart, recordsBefore } from './earlierRun.ts';

/** A debug run with the service that it uses. */
interface Run extends KnownRun {
  readonly session: DebugSession;
  /** The existing flow, if there is one. */
  readonly flowId: string | null;
  /** The sandbox's service for a live run, otherwise its own. */
  readonly service: Service;
  readonly isTrial: boolean;
  readonly timeoutSeconds: number;
  readonly owned: Disposables;
  /** Ends the run when the debugger is gone. */
  timer: { dispose(): unknown } | undefined;
  /** The time of the last call, in milliseconds since 1970. */
  calledAt: number;
  /** True after the debugger let the run go on without it. */
  isReleased: boolean;
}

/** The debug runs of a sandbox: runs of the engine with a debugger, as trials or live. */
export class DebugRuns {
  readonly #service: Service;
  readonly #steps: StepKinds;
  readonly #trials: Trials;
  /** The running and the last ended runs, oldest first. */
  #runs: readonly Run[] = [];

  /** `trialSteps` replace the steps whose effects leave the sandbox. */
  constructor(service: Service, trialSteps: StepKinds, trials: Trials) {
    this.#service = service;
    this.#steps = { ...service.steps, ...trialSteps };
    this.#trials = trials;
    service.ending.addEventListener('abort', () => this.endAll());
    this.resume();
  }

  /** Starts a debug run. Throws a Refusal for an invalid request, or if a device is in use. */
  start(body: StartDebugRun): DebugRun {
    const existing = this.#flowOf(body);
    const isTrial = (body.mode ?? 'trial') === 'trial';
    if (this.#runs.filter(({ session }) => !session.isClosed).length >= DebugLimits.runs)
      throw conflict('too_many_debug_runs', `Only ${DebugLimits.runs} debug runs can run at a time.`);
    const requestedIds = body.deviceIds ?? existing?.deviceIds ?? [];
    const deviceIds = [...new Set(requestedIds.map(id => id.toLowerCase()))];
    for (const id of deviceIds) refuseBusy(this.#service, id, this.#trials.busyDeviceIds);
    const service = isTrial ? createTrialService(this.#service, this.#steps, true) : this.#service;
    try {
      const flow = isTrial
        ? storeTrialFlow(service, this.#service, this.#trialFlow(body, existing))
        : existing;
      if (!flow) throw notFound('flow', 'flow_not_found');
      return this.#run(service, flow, body, deviceIds);
    } catch (error) {
      if (isTrial) service.store.close();
      throw error;
    }
  }

  list(): DebugRun[] {
    return this.#runs.map(toRecord);
  }

  /** Returns a debug run as a record with its steps. Throws a 404 Refusal if it is not known. */
  get(id: string): DebugRun {
    const run = this.#require(id);
    const execution = run.store.executions.get(run.id);
    return {
      ...toRecord(run),
      result: { steps: execution ? [...startedStepsOf(run.store, execution)] : [] },
    };
  }

  /** Returns a trial run, which a debug run can also be, as an execution. Throws a 404 Refusal if it is not known. */
  trial(id: string): Execution {
    const run = this.#runs.find(known => known.isTrial && known.id === id.toLowerCase());
    if (!run) return this.#trials.get(id);
    const { error, ...execution } = recordOf(run);
    return { ...execution, error: error == null ? null : run.session.hideIn(error) };
  }

  /** Returns the session of a debug run for a call of its debugger. Throws a 404 Refusal if it is not known. */
  call(id: string): DebugSession {
    const run = this.#require(id);
    this.#touch(run);
    return run.session;
  }

  /** Returns the session of a debug run that its debugger controls. Throws a Refusal if it no longer does. */
  control(id: string): DebugSession {
    if (this.#require(id).isReleased)
      throw conflict('debug_run_released', 'The run goes on without a debugger.');
    return this.call(id);
  }

  /** Starts the time anew after which a debugger counts as gone, if the run is known. */
  touch(id: string): void {
    const run = this.#runs.find(known => known.id === id.toLowerCase());
    if (run) this.#touch(run);
  }

  /** Aborts a debug run, or lets it go on without its debugger, unless it has ended. */
  end(id: string, isReleased: boolean): DebugRun {
    const run = this.#require(id);
    if (!isReleased) abort(run, 'The debugger ended the run.');
    else if (!run.session.isClosed) {
      run.isReleased = true;
      run.timer?.dispose();
      run.session.release();
    }
    return toRecord(run);
  }

  /** Aborts all debug runs and forgets them. */
  endAll(): void {
    for (const run of this.#runs) abort(run, 'The sandbox ends.');
    this.#runs = [];
  }

  /** Ends the evidence of trials that were running when the data was last used, as they are not continued. */
  resume(): void {
    const { traces } = this.#service.store;
    for (const trace of traces.all({ flowId: TRIAL_FLOW_ID })) {
      if (trace.run.status !== 'running') continue;
      const error = 'The sandbox ended during the debug run.';
      traces.put({ ...trace, run: { ...trace.run, status: 'cancelled', error } });
    }
  }

  #run(service: Service, flow: Flow, body: StartDebugRun, deviceIds: readonly string[]): DebugRun {
    const { store, clock, controls, events } = service;
    const isTrial = service !== this.#service;
    const plan = createPlan(store, flow.id);
    if (plan.length === 0)
      throw new Refusal(400, 'flow_without_steps', 'The flow has no steps, so there is nothing to debug.');
    const earlier = readEarlier(body, this.#service.store, [...this.#runs, ...this.#trials.known]);
    const from = readStart(body, plan, earlier, clock.now());
    const { payload } = earlier;
    const trigger = store.triggers.get(flow.triggerId ?? '');
    const execution = startRun(service, {
      flow,
      trigger,
      payload,
      deviceIds,
      kind: body.mode === 'live' ? 'live' : 'dry_run',
      job: { plan, from, debug: isTrial ? 'trial' : 'live' },
    });
    const { id } = execution;
    if (from && isTrial && earlier.source) takeOver(earlier.source.store, earlier.source.id, store, id);
    if (service.settings.traces.runs > 0) copyEvidence(body, earlier.source, store, id);
    for (const [at, step] of recordsBefore(body, plan, earlier, deviceIds).entries())
      store.runSteps.put({ id: `${id}:${at}`, executionId: id, step });
    const devices = deviceIds.map(deviceId => ({
      id: deviceId,
      name: store.devices.get(deviceId)?.name ?? deviceId,
    }));
    const threads = devices.length > 0 ? devices : [{ id: null, name: 'Without a device' }];
    const session = new DebugSession({ plan, devices: threads, clock, body });
    const run: Run = {
      id,
      store,
      payload,
      session,
      service,
      isTrial,
      flowId: body.flowId?.toLowerCase() ?? null,
      timeoutSeconds: body.timeoutSeconds ?? DebugLimits.timeout.default,
      owned: isTrial ? followOutside(service, this.#service) : new Disposables(),
      timer: undefined,
      calledAt: clock.now(),
      isReleased: false,
    };
    session.onClose = () => this.#finish(run);
    run.owned.add(
      events.on('flow.finished', ended => {
        if (ended.execution.id === id) session.close();
      }),
    );
    controls.set(id, session);
    this.#keep(run);
    this.#touch(run);
    if (isTrial) service.jobs.start(service, TRIAL_JOBS);
    return toRecord(run);
  }

  #flowOf({ flow, flowId, mode }: StartDebugRun): Flow | undefined {
    if ((flow === undefined) === (flowId === undefined))
      throw invalidValue('body.flow', 'a flow or the ID of a flow is required, not both', flowId);
    if ((mode ?? 'trial') !== 'trial' && flowId === undefined)
      throw invalidValue('body.flowId', 'is required unless it is a trial', flowId);
    return flowId === undefined ? undefined : requireFlow(this.#service.store, flowId);
  }

  #trialFlow({ flow }: StartDebugRun, existing: Flow | undefined): StartTrial['flow'] {
    if (flow) return flow;
    const { id = '', name, triggerId, templateResolutionVersion } = existing ?? {};
    return {
      ...(name == null ? {} : { name }),
      triggerId,
      ...(templateResolutionVersion == null ? {} : { templateResolutionVersion }),
      actions: toEntries(this.#service.store, id),
    };
  }

  #require(id: string): Run {
    const run = this.#runs.find(known => known.id === id.toLowerCase());
    if (!run) throw notFound('debug run', 'debug_run_not_found');
    return run;
  }

  #keep(run: Run): void {
    const hasEnded = ({ session }: Run): boolean => session.isClosed;
    this.#runs = keepRun(this.#runs, run, hasEnded, ({ isTrial, store }) => {
      if (isTrial) store.close();
    });
  }

  #touch(run: Run): void {
    run.calledAt = this.#service.clock.now();
    this.#watch(run);
  }

  #watch(run: Run): void {
    const { clock } = this.#service;
    run.timer?.dispose();
    if (run.session.isClosed || run.isReleased) return;
    run.timer = clock.at(run.calledAt + run.timeoutSeconds * 1000, () => {
      if (run.session.events.waiting > 0) this.#touch(run);
      else abort(run, `The debugger was gone for ${run.timeoutSeconds} s.`);
    });
  }

  #finish(run: Run): void {
    const { id, session, service, isTrial, store } = run;
    const execution = store.executions.get(id);
    run.timer?.dispose();
    run.owned.dispose();
    service.controls.delete(id);
    const { status, error, finishedAt } = execution ?? {};
    session.events.add({
      kind: 'ended',
      status: status ?? 'cancelled',
      ...(error == null ? {} : { error: session.hideIn(error) }),
    });
    session.events.close();
    if (!isTrial) return;
    const trace = store.traces.get(id);
    const shownError = trace?.run.error ?? (status === 'cancelled' ? error : undefined);
    if (trace)
      store.traces.put({
        ...trace,
        run: { ...trace.run, status: status ?? 'cancelled', finishedAt, error: shownError },
      });
    // The job of the run itself is about to end.
    queueMicrotask(() => void service.jobs.stop());
  }
}

function abort({ id, session, service }: Run, error: string): void {
  const execution = service.store.executions.get(id);
  if (session.isClosed) return;
  if (execution && !isFinished(execution)) abortRun(service, execution, { status: 'cancelled', error });
  session.close();
}

function toRecord({ id, flowId, session, store, timeoutSeconds }: Run): DebugRun {
  const execution = store.executions.get(id);
  const { status, error, flowName, startedAt, finishedAt } = execution ?? {};
  return {
    id,
    status: status ?? 'cancelled',
    flowId,
    flowName,
    startedAt,
    finishedAt,
    timeoutSeconds,
    error: error == null ? null : session.hideIn(error),
    ...session.toRecord(),
  };
}

import { FLOW_FAILURE_CODES } from '../../contract/enumerations.ts';
import type { ExecutionStep } from '../../contract/records/execution.ts';
import { resolveTemplates, TemplateError, type TemplateScope } from '../../flow/template.ts';
import { freshPhone } from '../phone/state.ts';
import { phoneOf } from '../records/phone.ts';
import { pause, timestamp } from '../runtime/clock.ts';
import { PhoneFailure } from '../runtime/phoneDriver.ts';
import type { RunControl, RunDecision, RunPlace } from '../runtime/runControl.ts';
import type { Service } from '../runtime/service.ts';
import { StepFailure, stepFailureOf, type StepOutput } from '../runtime/step.ts';
import type { StoredDevice, StoredExecution } from '../store/stored.ts';
import { finishRun, type RunEnd } from './finishRun.ts';
import { RunStopped } from './flowSteps.ts';
import { interruptible, performStep } from './performStep.ts';
import type { PlannedStep } from './plan.ts';
import { isRepeating, roundsInside, toRounds } from './rounds.ts';
import { RunFailure, RunJump, StepInterrupted, stepForMessages, toStepFailure } from './runFailure.ts';
import type { RunPayload, StartingStep, TrialPart } from './runJob.ts';
import { RunMemory } from './runMemory.ts';
import { describeStep, runPlaceOf, positionIn, type StepContext } from './stepContext.ts';
import { StepLog, type StepPosition } from './stepLog.ts';
import { findUnsupportedStep } from './unsupportedStep.ts';
import type { StepTrace } from './trace/stepTrace.ts';
import { TraceWriter } from './trace/traceWriter.ts';
import { checkSchema } from '../../flow/schema/compileSchema.ts';

type Params = Readonly<Record<string, unknown>>;

/** A run of a flow's steps on each of its devices in turn. Each step is stored when it starts and ends. */
export class FlowRun {
  readonly #service: Service;
  readonly #payload: RunPayload;
  #execution: StoredExecution;
  readonly #signal: AbortSignal;
  readonly #log: StepLog;
  readonly #trace: TraceWriter | undefined;
  readonly #memory: RunMemory;
  readonly #control: RunControl | undefined;
  /** The step to start with, until it is reached. */
  #start: StartingStep | undefined;

  constructor(service: Service, given: RunPayload, execution: StoredExecution, signal: AbortSignal) {
    this.#service = service;
    this.#payload = given;
    this.#execution = execution;
    this.#signal = signal;
    this.#log = new StepLog(service.store, given.executionId);
    this.#memory = new RunMemory(given.plan);
    this.#control = service.controls.get(given.executionId);
    if (service.settings.traces.runs > 0 || this.#control)
      this.#trace = new TraceWriter(service, given, execution);
  }

  /** Runs all steps and stores the outcome. Rejects with the signal's reason if the run is aborted. */
  async execute(interrupted: boolean): Promise<void> {
    try {
      this.#begin();
      this.#trace?.start();
      if (this.#trace) this.#control?.attach(this.#trace);
      const interruptedStep = interrupted
        ? this.#log.open().find(step => !this.#isRepeatable(step))
        : undefined;
      if (interruptedStep) this.#finish(this.#failInterrupted(interruptedStep));
      else this.#finish(await this.#runOnDevices());
    } finally {
      this.#trace?.dispose();
      this.#control?.close();
    }
  }

  #begin(): void {
    const { store, clock, events } = this.#service;
    if (this.#execution.status === 'running') return;
    this.#execution = store.transaction(() => {
      const execution = store.executions.put({
        ...this.#execution,
        status: 'running',
        startedAt: timestamp(clock),
      });
      const flow = store.flows.get(execution.flowId ?? '');
      if (flow) events.emit('flow.started', { flow, execution });
      return execution;
    });
  }

  #finish(end: RunEnd): void {
    this.#trace?.finish(end.status === 'success' ? undefined : end.error);
    finishRun(this.#service, this.#execution.id, end);
  }

  // It is unknown whether the interrupted step took effect, so a step with side effects is not repeated.
  #failInterrupted(step: ExecutionStep): RunEnd {
    const error = 'The sandbox ended during this step, so what it did is not known.';
    this.#put({ ...step, status: 'failed', error, code: 'transient', finishedAt: this.#now() });
    return { status: 'failed', code: 'transient', error: `${stepForMessages(step)}: ${error}` };
  }

  async #runOnDevices(): Promise<RunEnd> {
    const ends: RunEnd[] = [];
    const { deviceIds } = this.#payload;
    for (const deviceId of deviceIds.length > 0 ? deviceIds : [null]) {
      this.#memory.startDevice();
      this.#start = this.#payload.from;
      this.#control?.enterDevice(deviceId);
      ends.push(await this.#runOn(deviceId));
      this.#control?.leaveDevice(deviceId);
      if (ends.at(-1)?.status === 'cancelled') break;
    }
    return ends.find(end => end.status !== 'success') ?? { status: 'success' };
  }

  async #runOn(deviceId: string | null): Promise<RunEnd> {
    const { store } = this.#service;
    const { flowId, flowName, triggerName, id } = this.#execution;
    const device = deviceId === null ? undefined : store.devices.get(deviceId);
    const scope = {
      event: { name: triggerName, payload: this.#payload.payload },
      flow: { id: flowId, name: flowName },
      execution: { id },
      ...(device ? { device: { id: device.id, name: device.name } } : {}),
      steps: this.#memory.steps,
    };
    const top = { deviceId, parent: null, round: null, rounds: null, isCaught: false, scope };
    if (this.#execution.sandbox.isConfined === true && device?.sandbox.phone) {
      const error =
        'A run that an agent has started uses only simulated phones, and this device is a real one.';
      return { status: 'failed', code: 'permission_denied', error };
    }
    try {
      // A run that continues after a restart goes on where it was.
      const isNew = !this.#log.at(positionIn(top, 0));
      const isAll = !this.#control && this.#payload.target?.isAlone !== true;
      if (device && isNew && isAll) this.#refuseUnsupported(device, top);
      if (device && isNew && this.#payload.isFresh === true) await this.#startFresh(device);
      await this.#runSteps(this.#payload.plan, top);
      return { status: 'success' };
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof PhoneFailure) {
        const { code, message } = stepFailureOf(error.toRefusal());
        return { status: 'failed', code, error: message };
      }
      if (error instanceof RunFailure)
        return { status: 'failed', code: error.failure.code, error: error.message };
      if (!(error instanceof RunStopped)) throw error;
      if (error.outcome === 'success') return { status: 'success' };
      return { status: 'failed', code: 'logic', error: error.message };
    }
  }

  // Nothing acts on a device that cannot do all steps.
  #refuseUnsupported(device: StoredDevice, context: StepContext): void {
    const { plan } = this.#payload;
    const { index = -1, failure } = findUnsupportedStep(plan, device) ?? {};
    const unsupported = plan[index];
    if (!unsupported) return;
    this.#skipFrom(0, plan.slice(0, index), context);
    const position = positionIn(context, index);
    const record = { ...describeStep(unsupported), ...position, status: 'running', startedAt: this.#now() };
    this.#put(record);
    const trace = this.#trace?.begin(record);
    this.#skipFrom(index + 1, plan, context);
    this.#fail(unsupported, record, failure, trace);
  }

  // The apps of a real phone keep their data, which may be the user's.
  async #startFresh(device: StoredDevice): Promise<void> {
    const { store, drivers } = this.#service;
    if (device.sandbox.phone) {
      await drivers.get(device.id)?.pressButton('home', { signal: this.#signal });
      return;
    }
    const phone = phoneOf(store, device);
    store.phones.put({ ...phone, state: freshPhone(phone.state) });
  }

  async #runSteps(steps: readonly PlannedStep[], context: StepContext): Promise<void> {
    for (let index = 0; index < steps.length;) {
      const step = steps[index];
      if (!step) break;
      try {
        await this.#runStep(step, context, positionIn(context, index));
        index++;
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof RunJump && error.parent === context.parent) {
          this.#jump(steps, context, index, error.index);
          index = error.index;
          continue;
        }
        this.#skipFrom(index + 1, steps, context);
        throw error;
      }
    }
  }

  // Steps jumped over are skipped; those from the target on run again.
  #jump(steps: readonly PlannedStep[], context: StepContext, from: number, to: number): void {
    this.#skipFrom(from, steps.slice(0, to), context);
    this.#log.forget(
      ({ deviceId, index, childIndex, round }) =>
        deviceId === context.deviceId &&
        (context.parent === null
          ? (index ?? 0) >= to
          : index === context.parent && round === context.round && (childIndex ?? -1) >= to),
    );
  }

  async #runStep(step: PlannedStep, context: StepContext, position: StepPosition): Promise<void> {
    const logged = this.#log.at(position);
    if (logged && logged.status !== 'running') {
      this.#replay(step, logged);
      return;
    }
    const place = runPlaceOf(step, context, position);
    const isEntered = this.#start !== undefined && this.#insideOf(position) !== undefined;
    const decision = isEntered ? undefined : await this.#control?.before(place, this.#signal);
    if (decision && decision.kind !== 'run') {
      this.#leave(step, position, decision);
      return;
    }
    await this.#trace?.captureScreen({ ...position, method: step.method }, 'before', this.#signal);
    const record = { ...describeStep(step), ...position, status: 'running', startedAt: this.#now() };
    this.#put(record);
    const executionId = this.#execution.id;
    const isSelected = step.recordingEnabled === true;
    this.#service.events.emit('step.started', { executionId, step: record, isSelected });
    const trace = this.#trace?.begin(record);
    await this.#runStarted(step, context, place, record, trace);
  }

  async #runStarted(
    step: PlannedStep,
    context: StepContext,
    place: RunPlace,
    record: ExecutionStep & StepPosition,
    trace: StepTrace | undefined,
  ): Promise<void> {
    for (;;) {
      this.#noteDebugging(trace);
      try {
        const output = await this.#execute(step, context, record, trace);
        this.#signal.throwIfAborted();
        const finishedAt = this.#now();
        await this.#trace?.captureScreen(record, 'after', this.#signal);
        this.#end({ ...record, status: 'success', finishedAt, output }, trace);
        this.#memory.succeed(record);
        return;
      } catch (error) {
        this.#signal.throwIfAborted();
        const finishedAt = this.#now();
        await this.#trace?.captureScreen(record, 'after', this.#signal);
        if (error instanceof RunStopped || error instanceof RunJump) {
          const status = step.method === 'flow.stop' ? 'success' : 'stopped';
          this.#end({ ...record, status, finishedAt, output: {} }, trace);
          throw error;
        }
        const decision =
          error instanceof StepInterrupted
            ? await this.#control?.before({ ...place, isStarted: true }, this.#signal)
            : await this.#decideFailure(place, error);
        if (decision?.kind === 'run') continue;
        this.#noteDebugging(trace);
        if (decision?.kind === 'skip' || decision?.kind === 'goto') {
          this.#end({ ...record, status: 'skipped', finishedAt: this.#now() }, trace);
          this.#leave(step, record, decision);
          return;
        }
        this.#fail(step, { ...record, finishedAt }, error, trace);
        return;
      }
    }
  }

  async #decideFailure(place: RunPlace, error: unknown): Promise<RunDecision | undefined> {
    return error instanceof RunFailure
      ? undefined
      : this.#control?.failed(place, toStepFailure(error), this.#signal);
  }

  #fail(
    step: PlannedStep,
    record: ExecutionStep & StepPosition,
    error: unknown,
    trace: StepTrace | undefined,
  ): void {
    const failure =
      error instanceof RunFailure ? error : new RunFailure(stepForMessages(record), toStepFailure(error));
    const { code, message } = failure.failure;
    this.#end({ finishedAt: this.#now(), ...record, status: 'failed', error: message, code }, trace);
    if (!(error instanceof StepFailure || error instanceof RunFailure))
      this.#service.log.error(`${step.method} failed in execution ${this.#execution.id}.`, error);
    if (!step.continueOnError) throw failure;
  }

  // Continues a debug run behind a step that does not run, or at another one.
  #leave(step: PlannedStep, position: StepPosition, decision: RunDecision): void {
    if (decision.kind !== 'goto') {
      this.#skip(step, position);
      return;
    }
    const { index, childIndex } = decision;
    throw childIndex === null ? new RunJump(null, index) : new RunJump(index, childIndex);
  }

  #noteDebugging(trace: StepTrace | undefined): void {
    for (const line of this.#control?.takeNotes() ?? []) trace?.note({ kind: 'log', line });
  }

  // Does not repeat a step that ended before a restart, but makes it known to later steps.
  #replay(step: PlannedStep, record: ExecutionStep): void {
    this.#memory.remember(record);
    for (const child of this.#log.inside(record)) {
      this.#memory.remember(child);
      if (child.status === 'success') this.#memory.succeed(child);
    }
    if (record.status === 'success') this.#memory.succeed(record);
    const isGiven = this.#payload.target?.isAlone === true || this.#payload.from !== undefined;
    if (record.status !== 'failed' || step.continueOnError || isGiven) return;
    const code = FLOW_FAILURE_CODES.find(known => known === record.code) ?? 'logic';
    throw new RunFailure(stepForMessages(record), new StepFailure(code, record.error ?? 'The step failed.'));
  }

  async #execute(
    step: PlannedStep,
    context: StepContext,
    position: StepPosition,
    trace: StepTrace | undefined,
  ): Promise<StepOutput> {
    const { store } = this.#service;
    const flow = store.flows.get(this.#execution.flowId ?? '');
    if (!flow) throw new StepFailure('invalid_config', 'The flow was deleted while it ran.');
    const inside = this.#insideOf(position);
    if (inside && inside.isAlone !== false && !isRepeating(step.method)) {
      await this.#runChildren(step, context, position, {});
      return {};
    }
    const action = store.actions.get(step.actionId);
    if (!action) throw new StepFailure('invalid_config', 'The action of this step does not exist anymore.');
    const resolved = (params?: Readonly<Record<string, unknown>>): void => {
      if (trace) this.#trace?.resolve(trace, action, step.params, params, context.scope);
    };
    const params = resolveParams(step.params, context.scope, flow.templateResolutionVersion === 1, resolved);
    checkParams(action.paramsSchema, params);
    const rounds = toRounds(step.method, params);
    if (rounds) {
      const scopes = inside ? roundsInside(rounds, inside) : rounds.scopes;
      for (const [round, scope] of scopes.entries()) {
        if (round > 0) {
          await this.#pauseBetween(rounds.pauseMs);
          this.#memory.startRound(position.index ?? 0);
        }
        const counted = rounds.isCounted ? { round, rounds: rounds.scopes.length } : undefined;
        await this.#runChildren(step, context, position, scope, counted);
      }
      if (scopes.length === 0) this.#skipChildren(step, position);
      return rounds.output;
    }
    const kind = this.#service.steps[step.method];
    if (!kind)
      throw new StepFailure('invalid_config', `The sandbox has no method “${step.method}” to carry out.`);
    const output = await performStep({
      service: this.#service,
      execution: this.#execution,
      control: this.#control,
      kind,
      method: step.method,
      position,
      params,
      trace,
      memory: this.#memory,
      since: this.#payload.target?.since ?? this.#payload.from?.since,
      show: shown => this.#show(position, shown),
      signal: this.#signal,
    });
    if (step.children.length > 0) await this.#runChildren(step, context, position, {});
    return output;
  }

  // The target or the start of the run, if it is a child of the step at a position.
  #insideOf({ index, childIndex }: StepPosition): StartingStep | TrialPart | undefined {
    const child = this.#payload.target ?? this.#start;
    const isInside = child && child.childIndex !== null && childIndex === null && child.index === index;
    return isInside ? child : undefined;
  }

  // A debugger that pauses the run ends the pause, so that it stops at the next step.
  async #pauseBetween(milliseconds: number): Promise<void> {
    const { clock, settings } = this.#service;
    try {
      await pause(clock, milliseconds * settings.timeScale, interruptible(this.#signal, this.#control));
    } catch {
      this.#signal.throwIfAborted();
    }
  }

  // Shows the output of a running step.
  #show(position: StepPosition, output: StepOutput): void {
    const record = this.#log.at(position);
    if (record && !this.#signal.aborted) this.#put({ ...record, output });
  }

  async #runChildren(
    { children, continueOnError }: PlannedStep,
    { scope, deviceId }: StepContext,
    { index }: StepPosition,
    more: TemplateScope,
    { round, rounds }: Pick<StepContext, 'round' | 'rounds'> = { round: null, rounds: null },
  ): Promise<void> {
    const context = { deviceId, parent: index ?? 0, round, rounds, isCaught: continueOnError };
    this.#start = undefined;
    await this.#runSteps(children, { ...context, scope: { ...scope, ...more } });
  }

  #skipFrom(from: number, steps: readonly PlannedStep[], context: StepContext): void {
    for (const [index, step] of steps.entries())
      if (index >= from) this.#skip(step, positionIn(context, index));
  }

  #skip(step: PlannedStep, position: StepPosition): void {
    if (!this.#log.at(position)) {
      const record = { ...describeStep(step), ...position, status: 'skipped' };
      this.#put(record);
      this.#trace?.skip(record);
    }
    this.#skipChildren(step, position);
  }

  #skipChildren({ children }: PlannedStep, { deviceId, index }: StepPosition): void {
    for (const [childIndex, child] of children.entries()) {
      this.#skip(child, { deviceId, index, childIndex, round: null });
    }
  }

  // Stores the result of a step together with its evidence.
  #end(step: ExecutionStep, trace: StepTrace | undefined): void {
    this.#service.store.transaction(() => {
      this.#put(step);
      if (trace) this.#trace?.end(trace, step);
      this.#service.events.emit('step.ended', { executionId: this.#execution.id, step });
    });
    this.#control?.ended(step);
  }

  #put(step: ExecutionStep): void {
    const { index = 0, childIndex = null, round = null, deviceId = null } = step;
    this.#log.put({ ...step, index, childIndex, round, deviceId });
    this.#memory.remember(step);
  }

  #isRepeatable({ method }: ExecutionStep): boolean {
    if (isRepeating(method ?? '')) return true;
    return this.#service.steps[method ?? '']?.isRepeatable ?? false;
  }

  #now(): string {
    return timestamp(this.#service.clock);
  }
}

/** Resolves the expressions in parameters. Throws StepFailure for one without a value, unless `isLenient`. */
function resolveParams(
  params: Params,
  scope: TemplateScope,
  isLenient: boolean,
  onResolved: (params?: Params) => void,
): Params {
  try {
    const resolved = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, resolveTemplates(value, scope, isLenient)]),
    );
    onResolved(resolved);
    return resolved;
  } catch (error) {
    onResolved();
    if (error instanceof TemplateError) throw new StepFailure('invalid_config', error.message);
    throw error;
  }
}

/** Throws StepFailure if parameters do not fit the schema of their action. */
function checkParams(paramsSchema: unknown, params: Params): void {
  const [problem] = checkSchema(paramsSchema ?? true, params);
  if (!problem) return;
  const path = ['params', ...problem.path].join('.');
  throw new StepFailure('client_error', `${path} does not fit the action: ${problem.message}.`);
}

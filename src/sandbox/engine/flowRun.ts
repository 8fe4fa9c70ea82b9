import type { ExecutionStep } from '../../contract/records/execution.ts';
import { checkSchema } from '../../flow/schema/compileSchema.ts';
import { resolveTemplates, TemplateError, type TemplateScope } from '../../flow/template.ts';
import { pause, timestamp } from '../runtime/clock.ts';
import type { Service } from '../runtime/service.ts';
import { StepFailure, type StepKind, type StepOutput, type StepRun } from '../runtime/step.ts';
import type { StoredExecution } from '../store/stored.ts';
import { finishRun, type RunEnd } from './finishRun.ts';
import { RunStopped } from './flowSteps.ts';
import { heal, isHealable } from './heal.ts';
import type { PlannedStep } from './plan.ts';
import { toRounds } from './rounds.ts';
import { keepRunFile } from './runFiles.ts';
import type { RunPayload } from './runJob.ts';
import { StepLog, type StepPosition } from './stepLog.ts';

/** The context of a list of steps: device, parent step, round, and values for template expressions. */
interface StepContext {
  readonly deviceId: string | null;
  readonly parent: number | null;
  readonly round: number | null;
  readonly scope: TemplateScope;
}

/** The values of a finished step in template expressions. */
interface StepScope {
  status: string;
  output: unknown;
  children: StepScope[];
}

/** A step failure prefixed with the position of the step, as shown in the execution. */
class RunFailure extends Error {
  readonly failure: StepFailure;

  constructor(position: string, failure: StepFailure) {
    super(`${position}: ${failure.message}`);
    this.failure = failure;
  }
}

/** A run of a flow's steps on each of its devices in turn. Each step is stored when it starts and ends. */
export class FlowRun {
  readonly #service: Service;
  readonly #payload: RunPayload;
  #execution: StoredExecution;
  readonly #signal: AbortSignal;
  readonly #log: StepLog;
  readonly #earlier: { readonly method: string; readonly output: StepOutput }[] = [];
  #steps: StepScope[] = [];

  constructor(service: Service, given: RunPayload, execution: StoredExecution, signal: AbortSignal) {
    this.#service = service;
    this.#payload = given;
    this.#execution = execution;
    this.#signal = signal;
    this.#log = new StepLog(service.store, given.executionId);
  }

  /** Runs all steps and stores the outcome. Rejects with the signal's reason if the run is aborted. */
  async execute(interrupted: boolean): Promise<void> {
    this.#begin();
    const interruptedStep = interrupted
      ? this.#log.open().find(step => !this.#isRepeatable(step))
      : undefined;
    if (interruptedStep) this.#finish(this.#failInterrupted(interruptedStep));
    else this.#finish(await this.#runOnDevices());
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
    finishRun(this.#service, this.#execution.id, end);
  }

  // It is unknown whether the interrupted step took effect, so a step with side effects is not repeated.
  #failInterrupted(step: ExecutionStep): RunEnd {
    const error = 'The sandbox ended during this step, so what it did is not known.';
    this.#put({ ...step, status: 'failed', error, code: 'transient', finishedAt: this.#now() });
    return { status: 'failed', code: 'transient', error: `${stepLabel(step)}: ${error}` };
  }

  async #runOnDevices(): Promise<RunEnd> {
    const ends: RunEnd[] = [];
    const { deviceIds } = this.#payload;
    for (const deviceId of deviceIds.length > 0 ? deviceIds : [null]) {
      this.#steps = [];
      ends.push(await this.#runOn(deviceId));
      if (ends.at(-1)?.status === 'cancelled') break;
    }
    return ends.find(end => end.status !== 'success') ?? { status: 'success' };
  }

  async #runOn(deviceId: string | null): Promise<RunEnd> {
    const { store } = this.#service;
    const { flowId, flowName, triggerName, id } = this.#execution;
    const device = deviceId === null ? undefined : store.devices.get(deviceId);
    const scope = {
      trigger: { name: triggerName, payload: this.#payload.payload },
      flow: { id: flowId, name: flowName },
      execution: { id },
      ...(device ? { device: { id: device.id, name: device.name } } : {}),
      steps: this.#steps,
    };
    try {
      await this.#runSteps(this.#payload.plan, { deviceId, parent: null, round: null, scope });
      return { status: 'success' };
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof RunFailure)
        return { status: 'failed', code: error.failure.code, error: error.message };
      if (!(error instanceof RunStopped)) throw error;
      if (error.outcome === 'success') return { status: 'success' };
      return { status: 'failed', code: 'logic', error: error.message };
    }
  }

  async #runSteps(steps: readonly PlannedStep[], context: StepContext): Promise<void> {
    for (const [index, step] of steps.entries()) {
      try {
        await this.#runStep(step, context, positionIn(context, index));
      } catch (error) {
        this.#signal.throwIfAborted();
        for (const [laterIndex, skipped] of steps.entries())
          if (laterIndex > index) this.#skip(skipped, positionIn(context, laterIndex));
        throw error;
      }
    }
  }

  async #runStep(step: PlannedStep, context: StepContext, position: StepPosition): Promise<void> {
    const logged = this.#log.at(position);
    if (logged && logged.status !== 'running') {
      this.#replay(step, logged);
      return;
    }
    const record = { ...describeStep(step), ...position, status: 'running', startedAt: this.#now() };
    this.#put(record);
    try {
      const output = await this.#execute(step, context, position);
      this.#signal.throwIfAborted();
      this.#put({ ...record, status: 'success', finishedAt: this.#now(), output });
      this.#earlier.push({ method: step.method, output });
    } catch (error) {
      this.#signal.throwIfAborted();
      const finishedAt = this.#now();
      if (error instanceof RunStopped) {
        const status = step.method === 'flow.stop' ? 'success' : 'stopped';
        this.#put({ ...record, status, finishedAt, output: {} });
        throw error;
      }
      const failure =
        error instanceof RunFailure ? error : new RunFailure(stepLabel(record), toStepFailure(error));
      const { code, message } = failure.failure;
      this.#put({ ...record, status: 'failed', finishedAt, error: message, code });
      if (!(error instanceof StepFailure || error instanceof RunFailure))
        this.#service.log.error(`${step.method} failed in execution ${this.#execution.id}.`, error);
      if (!step.continueOnError) throw failure;
    }
  }

  // Does not repeat a step that ended before a restart, but makes it known to later steps.
  #replay(step: PlannedStep, record: ExecutionStep): void {
    this.#remember(record);
    if (record.status === 'success')
      this.#earlier.push({ method: step.method, output: record.output as StepOutput });
    if (record.status !== 'failed' || step.continueOnError) return;
    const code = (record.code ?? 'logic') as StepFailure['code'];
    throw new RunFailure(stepLabel(record), new StepFailure(code, record.error ?? 'The step failed.'));
  }

  async #execute(step: PlannedStep, context: StepContext, position: StepPosition): Promise<StepOutput> {
    const { store } = this.#service;
    const flow = store.flows.get(this.#execution.flowId ?? '');
    if (!flow) throw new StepFailure('invalid_config', 'The flow was deleted while it ran.');
    const action = store.actions.get(step.actionId);
    if (!action) throw new StepFailure('invalid_config', 'The action of this step does not exist any more.');
    const params = resolveParams(step.params, context.scope, flow.templateResolutionVersion === 1);
    checkParams(action.paramsSchema, params);
    const rounds = toRounds(step.method, params);
    if (rounds) {
      for (const [round, scope] of rounds.scopes.entries()) {
        if (round > 0)
          await pause(this.#service.clock, rounds.pauseMs * this.#service.settings.timeScale, this.#signal);
        await this.#runChildren(step, context, position, rounds.isCounted ? round : null, scope);
      }
      if (rounds.scopes.length === 0) this.#skipChildren(step, position);
      return rounds.output;
    }
    const kind = this.#service.steps[step.method];
    if (!kind)
      throw new StepFailure('invalid_config', `The sandbox has no method “${step.method}” to carry out.`);
    const output = await this.#perform(kind, step, position, params);
    if (step.children.length > 0) await this.#runChildren(step, context, position, null, {});
    return output;
  }

  async #perform(
    kind: StepKind,
    step: PlannedStep,
    position: StepPosition,
    params: Readonly<Record<string, unknown>>,
  ): Promise<StepOutput> {
    const { deviceId, index } = position;
    const service = this.#service;
    const signal = this.#signal;
    const device = deviceId ?? undefined;
    const show = (output: StepOutput): void => {
      const record = this.#log.at(position);
      if (record && !signal.aborted) this.#put({ ...record, output });
    };
    const runWith = (given: Readonly<Record<string, unknown>>): Promise<StepOutput> =>
      kind.run({ params: given, deviceId: device, run: this.#runContext(), service, show, signal });
    try {
      return await runWith(params);
    } catch (error) {
      signal.throwIfAborted();
      const flow = service.store.flows.get(this.#execution.flowId ?? '');
      const isHealing = this.#execution.kind === 'live' && flow?.selfHealingEnabled === true;
      if (!isHealing || !(error instanceof StepFailure) || !isHealable(error)) throw error;
      const { id: executionId } = this.#execution;
      const { method } = step;
      const broken = { flow, executionId, method, stepIndex: index ?? 0, deviceId: device, params };
      return heal(service, { ...broken, failure: error, runAgain: runWith }, signal);
    }
  }

  async #runChildren(
    { children }: PlannedStep,
    { scope, deviceId }: StepContext,
    { index }: StepPosition,
    round: number | null,
    more: TemplateScope,
  ): Promise<void> {
    await this.#runSteps(children, { deviceId, parent: index ?? 0, round, scope: { ...scope, ...more } });
  }

  #runContext(): StepRun {
    const { store } = this.#service;
    const { id: executionId, flowId, startedAt } = this.#execution;
    return {
      executionId,
      flowId: flowId ?? '',
      startedAt: Date.parse(startedAt ?? ''),
      earlier: this.#earlier,
      files: () => store.runFiles.all({ executionId }),
      keepFile: (filename, mimeType, bytes) => keepRunFile(store, executionId, filename, mimeType, bytes),
    };
  }

  #skip(step: PlannedStep, position: StepPosition): void {
    if (!this.#log.at(position)) this.#put({ ...describeStep(step), ...position, status: 'skipped' });
    this.#skipChildren(step, position);
  }

  #skipChildren({ children }: PlannedStep, { deviceId, index }: StepPosition): void {
    for (const [childIndex, child] of children.entries()) {
      this.#skip(child, { deviceId, index, childIndex, round: null });
    }
  }

  #put(step: ExecutionStep): void {
    const { index = 0, childIndex = null, round = null, deviceId = null } = step;
    this.#log.put({ ...step, index, childIndex, round, deviceId });
    this.#remember(step);
  }

  #remember({ index, childIndex, status, output }: ExecutionStep): void {
    const recorded = { status: status ?? '', output: output ?? {} };
    const at = index ?? 0;
    const parentScope = (this.#steps[at] ??= { status: '', output: {}, children: [] });
    if (childIndex == null) Object.assign(parentScope, recorded);
    else parentScope.children[childIndex] = { ...recorded, children: [] };
  }

  #isRepeatable({ method }: ExecutionStep): boolean {
    if (method === 'flow.repeat' || method === 'flow.branch') return true;
    return this.#service.steps[method ?? '']?.repeatable ?? false;
  }

  #now(): string {
    return timestamp(this.#service.clock);
  }
}

function positionIn({ deviceId, parent, round }: StepContext, index: number): StepPosition {
  return parent === null
    ? { deviceId, index, childIndex: null, round: null }
    : { deviceId, index: parent, childIndex: index, round };
}

function stepLabel({ index, childIndex, name }: ExecutionStep): string {
  const number = childIndex == null ? `${(index ?? 0) + 1}` : `${(index ?? 0) + 1}.${childIndex + 1}`;
  return `Step ${number} “${name}”`;
}

function describeStep({ flowActionId, actionId, name, service, method }: PlannedStep): ExecutionStep {
  return { flowActionId, actionId, name, service, method };
}

function resolveParams(
  params: Readonly<Record<string, unknown>>,
  scope: TemplateScope,
  isLenient: boolean,
): Readonly<Record<string, unknown>> {
  try {
    return resolveTemplates(params, scope, isLenient) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof TemplateError) throw new StepFailure('invalid_config', error.message);
    throw error;
  }
}

function checkParams(paramsSchema: unknown, params: Readonly<Record<string, unknown>>): void {
  const [problem] = checkSchema(paramsSchema ?? true, params);
  if (!problem) return;
  const path = ['params', ...problem.path].join('.');
  throw new StepFailure('client_error', `${path} does not fit the action: ${problem.message}.`);
}

function toStepFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  return new StepFailure('transient', 'The sandbox failed at this step; its log says why.');
}

import type { ExecutionStep } from '../../contract/records/execution.ts';
import { resolveTemplates, TemplateError, type TemplateScope } from '../../flow/template.ts';
import { pause, timestamp } from '../clock.ts';
import type { Service } from '../service.ts';
import { StepFailure, type StepKind, type StepOutput, type StepRun } from '../step.ts';
import type { StoredExecution } from '../store/stored.ts';
import { checkParams } from './checkParams.ts';
import { finishRun, type RunEnd } from './finishRun.ts';
import { RunStopped } from './flowSteps.ts';
import { heal, isHealable } from './heal.ts';
import type { PlannedStep } from './plan.ts';
import { roundsOf } from './rounds.ts';
import { keepRunFile } from './runFiles.ts';
import type { RunPayload } from './runJob.ts';
import { StepLog, type StepPlace } from './stepLog.ts';

/** The context of a list of steps: device, parent step, round, and values for template expressions. */
interface Where {
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

  constructor(place: string, failure: StepFailure) {
    super(`${place}: ${failure.message}`);
    this.failure = failure;
  }
}

/** A run of a flow's steps on each of its devices in turn. Each step is stored when it starts and ends. */
export class FlowRun {
  readonly #service: Service;
  readonly #given: RunPayload;
  #execution: StoredExecution;
  readonly #signal: AbortSignal;
  readonly #log: StepLog;
  readonly #earlier: { readonly method: string; readonly output: StepOutput }[] = [];
  #steps: StepScope[] = [];

  constructor(service: Service, given: RunPayload, execution: StoredExecution, signal: AbortSignal) {
    this.#service = service;
    this.#given = given;
    this.#execution = execution;
    this.#signal = signal;
    this.#log = new StepLog(service.store, given.executionId);
  }

  /** Runs all steps and stores the outcome. Rejects with the signal's reason if the run is aborted. */
  async carryOut(interrupted: boolean): Promise<void> {
    this.#begin();
    const cut = interrupted ? this.#log.open().find(step => !this.#isRepeatable(step)) : undefined;
    if (cut) this.#finish(this.#cutOff(cut));
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
      if (flow) events.tell('flow.started', { flow, execution });
      return execution;
    });
  }

  #finish(end: RunEnd): void {
    finishRun(this.#service, this.#execution.id, end);
  }

  // It is unknown whether the interrupted step took effect, so a step with side effects is not repeated.
  #cutOff(step: ExecutionStep): RunEnd {
    const error = 'The sandbox ended during this step, so what it did is not known.';
    this.#put({ ...step, status: 'failed', error, code: 'transient', finishedAt: this.#now() });
    return { status: 'failed', code: 'transient', error: `${placeOf(step)}: ${error}` };
  }

  async #runOnDevices(): Promise<RunEnd> {
    const ends: RunEnd[] = [];
    const { deviceIds } = this.#given;
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
      trigger: { name: triggerName, payload: this.#given.payload },
      flow: { id: flowId, name: flowName },
      execution: { id },
      ...(device ? { device: { id: device.id, name: device.name } } : {}),
      steps: this.#steps,
    };
    try {
      await this.#list(this.#given.plan, { deviceId, parent: null, round: null, scope });
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

  async #list(steps: readonly PlannedStep[], where: Where): Promise<void> {
    for (const [index, step] of steps.entries()) {
      try {
        await this.#step(step, where, placeIn(where, index));
      } catch (error) {
        this.#signal.throwIfAborted();
        for (const [after, one] of steps.entries()) if (after > index) this.#skip(one, placeIn(where, after));
        throw error;
      }
    }
  }

  async #step(step: PlannedStep, where: Where, place: StepPlace): Promise<void> {
    const before = this.#log.at(place);
    if (before && before.status !== 'running') {
      this.#replay(step, before);
      return;
    }
    const record = { ...describe(step), ...place, status: 'running', startedAt: this.#now() };
    this.#put(record);
    try {
      const output = await this.#carryOut(step, where, place);
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
      const told = error instanceof RunFailure ? error : new RunFailure(placeOf(record), asFailure(error));
      const { code, message } = told.failure;
      this.#put({ ...record, status: 'failed', finishedAt, error: message, code });
      if (!(error instanceof StepFailure || error instanceof RunFailure))
        this.#service.log.error(`${step.method} failed in execution ${this.#execution.id}.`, error);
      if (!step.continueOnError) throw told;
    }
  }

  // Does not repeat a step that ended before a restart, but makes it known to later steps.
  #replay(step: PlannedStep, record: ExecutionStep): void {
    this.#remember(record);
    if (record.status === 'success')
      this.#earlier.push({ method: step.method, output: record.output as StepOutput });
    if (record.status !== 'failed' || step.continueOnError) return;
    const code = (record.code ?? 'logic') as StepFailure['code'];
    throw new RunFailure(placeOf(record), new StepFailure(code, record.error ?? 'The step failed.'));
  }

  async #carryOut(step: PlannedStep, where: Where, place: StepPlace): Promise<StepOutput> {
    const { store } = this.#service;
    const flow = store.flows.get(this.#execution.flowId ?? '');
    if (!flow) throw new StepFailure('invalid_config', 'The flow was deleted while it ran.');
    const action = store.actions.get(step.actionId);
    if (!action) throw new StepFailure('invalid_config', 'The action of this step does not exist any more.');
    const params = resolved(step.params, where.scope, flow.templateResolutionVersion === 1);
    checkParams(action.paramsSchema, params);
    const rounds = roundsOf(step.method, params);
    if (rounds) {
      for (const [round, scope] of rounds.scopes.entries()) {
        if (round > 0)
          await pause(this.#service.clock, rounds.pauseMs * this.#service.settings.timeScale, this.#signal);
        await this.#children(step, where, place, rounds.counted ? round : null, scope);
      }
      if (rounds.scopes.length === 0) this.#skipChildren(step, place);
      return rounds.output;
    }
    const kind = this.#service.steps[step.method];
    if (!kind)
      throw new StepFailure('invalid_config', `The sandbox has no method “${step.method}” to carry out.`);
    const output = await this.#perform(kind, step, place, params);
    if (step.children.length > 0) await this.#children(step, where, place, null, {});
    return output;
  }

  async #perform(
    kind: StepKind,
    step: PlannedStep,
    place: StepPlace,
    params: Readonly<Record<string, unknown>>,
  ): Promise<StepOutput> {
    const { deviceId, index } = place;
    const service = this.#service;
    const signal = this.#signal;
    const device = deviceId ?? undefined;
    const show = (output: StepOutput): void => {
      const record = this.#log.at(place);
      if (record && !signal.aborted) this.#put({ ...record, output });
    };
    const again = (given: Readonly<Record<string, unknown>>): Promise<StepOutput> =>
      kind.run({ params: given, deviceId: device, run: this.#run(), service, show, signal });
    try {
      return await again(params);
    } catch (error) {
      signal.throwIfAborted();
      const flow = service.store.flows.get(this.#execution.flowId ?? '');
      const heals = this.#execution.kind === 'live' && flow?.selfHealingEnabled === true;
      if (!heals || !(error instanceof StepFailure) || !isHealable(error)) throw error;
      const { id: executionId } = this.#execution;
      const { method } = step;
      const broken = { flow, executionId, method, stepIndex: index ?? 0, deviceId: device, params };
      return heal(service, { ...broken, failure: error, again }, signal);
    }
  }

  async #children(
    { children }: PlannedStep,
    { scope, deviceId }: Where,
    { index }: StepPlace,
    round: number | null,
    more: TemplateScope,
  ): Promise<void> {
    await this.#list(children, { deviceId, parent: index ?? 0, round, scope: { ...scope, ...more } });
  }

  #run(): StepRun {
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

  #skip(step: PlannedStep, place: StepPlace): void {
    if (!this.#log.at(place)) this.#put({ ...describe(step), ...place, status: 'skipped' });
    this.#skipChildren(step, place);
  }

  #skipChildren({ children }: PlannedStep, { deviceId, index }: StepPlace): void {
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
    const known = { status: status ?? '', output: output ?? {} };
    const at = index ?? 0;
    const top = (this.#steps[at] ??= { status: '', output: {}, children: [] });
    if (childIndex == null) Object.assign(top, known);
    else top.children[childIndex] = { ...known, children: [] };
  }

  #isRepeatable({ method }: ExecutionStep): boolean {
    if (method === 'flow.repeat' || method === 'flow.branch') return true;
    return this.#service.steps[method ?? '']?.repeatable ?? false;
  }

  #now(): string {
    return timestamp(this.#service.clock);
  }
}

function placeIn({ deviceId, parent, round }: Where, index: number): StepPlace {
  return parent === null
    ? { deviceId, index, childIndex: null, round: null }
    : { deviceId, index: parent, childIndex: index, round };
}

function placeOf({ index, childIndex, name }: ExecutionStep): string {
  const number = childIndex == null ? `${(index ?? 0) + 1}` : `${(index ?? 0) + 1}.${childIndex + 1}`;
  return `Step ${number} “${name}”`;
}

function describe({ flowActionId, actionId, name, service, method }: PlannedStep): ExecutionStep {
  return { flowActionId, actionId, name, service, method };
}

function resolved(
  params: Readonly<Record<string, unknown>>,
  scope: TemplateScope,
  lenient: boolean,
): Readonly<Record<string, unknown>> {
  try {
    return resolveTemplates(params, scope, lenient) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof TemplateError) throw new StepFailure('invalid_config', error.message);
    throw error;
  }
}

function asFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  return new StepFailure('transient', 'The sandbox failed at this step; its log says why.');
}

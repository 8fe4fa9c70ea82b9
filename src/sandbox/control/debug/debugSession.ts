import type { ExecutionStep } from '../../../contract/records/execution.ts';
import type {
  DebugBreakpoint,
  DebugCommand,
  DebugRun,
  DebugStop,
  DebugThreadDetails,
  DebugVariable,
  StartDebugRun,
} from '../../../contract/sandbox/debug.ts';
import { pathSource } from '../../../flow/data/expressionText.ts';
import { TemplateError, type TemplateScope } from '../../../flow/template.ts';
import type { PlannedStep } from '../../engine/plan.ts';
import { abortable } from '../../runtime/abortable.ts';
import { type Clock, timestamp } from '../../runtime/clock.ts';
import { notFound, Refusal } from '../../runtime/refusal.ts';
import type { RunControl, RunDecision, RunPlace, RunSecrets } from '../../runtime/runControl.ts';
import type { StepFailure } from '../../runtime/step.ts';
import { RunBreakpoints } from './breakpoints.ts';
import { evaluateText } from './condition.ts';
import { DeviceThread, notStopped } from './deviceThread.ts';
import { describeValue, learnSecrets, pathOfExpression, scopesOf, setValue } from './debugValues.ts';
import { EventLog } from './eventLog.ts';

/** The input of a debug session. */
interface SessionStart {
  readonly plan: readonly PlannedStep[];
  readonly devices: readonly { readonly id: string | null; readonly name: string }[];
  readonly clock: Clock;
  readonly body: StartDebugRun;
}

/** The control of one run by a debugger: its threads, breakpoints, and events. */
export class DebugSession implements RunControl {
  readonly #plan: readonly PlannedStep[];
  readonly #mode: DebugRun['mode'];
  readonly #breakpoints: RunBreakpoints;
  readonly #threads: readonly DeviceThread[];
  readonly events: EventLog;
  #breakOnFailure: NonNullable<StartDebugRun['breakOnFailure']>;
  #stopsOnEntry: boolean;
  /** True if the thread that ended last was stepped. */
  #stopsNext = false;
  #interruption = new AbortController();
  #notes: readonly string[] = [];
  readonly #scanned = new WeakSet();
  #secrets: RunSecrets | undefined;
  /** The values at the last step. */
  #scope: TemplateScope = {};
  isClosed = false;
  /** Called when the run is over. */
  onClose: (() => void) | undefined;

  constructor({ plan, devices, clock, body }: SessionStart) {
    this.#plan = plan;
    this.#mode = body.mode ?? 'trial';
    this.#breakpoints = new RunBreakpoints(plan);
    this.#breakpoints.set(body.breakpoints ?? []);
    this.#breakOnFailure = body.breakOnFailure ?? 'never';
    this.#stopsOnEntry = body.stopOnEntry ?? false;
    this.#threads = devices.map(({ id, name }, index) => new DeviceThread(index + 1, id, name));
    this.events = new EventLog(() => timestamp(clock));
  }

  attach(secrets: RunSecrets): void {
    this.#secrets = {
      learn: value => {
        if (typeof value !== 'object' || value === null || this.#scanned.has(value)) return;
        this.#scanned.add(value);
        secrets.learn(value);
      },
      hide: value => secrets.hide(value),
    };
  }

  enterDevice(deviceId: string | null): void {
    const thread = this.#threadOf(deviceId);
    thread.enter(this.#stopsOnEntry || this.#stopsNext);
    this.events.add({ kind: 'started', threadId: thread.id });
  }

  leaveDevice(deviceId: string | null): void {
    const thread = this.#threadOf(deviceId);
    // Who steps through one device wants to step through the next.
    this.#stopsNext = thread.isStepping;
    thread.end();
    this.events.add({ kind: 'exited', threadId: thread.id });
  }

  async before(place: RunPlace, signal: AbortSignal): Promise<RunDecision> {
    this.#scope = place.scope;
    const thread = this.#threadOf(place.deviceId);
    const reason = thread.reasonAt(place);
    if (place.isStarted || reason === 'goto')
      return reason ? this.#stop(thread, place, { reason }, signal) : { kind: 'run' };
    const { stopIds, outputs } = this.#breakpoints.reach(place, place.scope);
    for (const { category, text } of outputs) this.#output(thread, place, category, text);
    if (stopIds.length > 0 && reason !== 'entry')
      return this.#stop(thread, place, { reason: 'breakpoint', breakpointIds: [...stopIds] }, signal);
    return reason
      ? this.#stop(thread, place, { reason, breakpointIds: [...stopIds] }, signal)
      : { kind: 'run' };
  }

  async failed(place: RunPlace, failure: StepFailure, signal: AbortSignal): Promise<RunDecision> {
    const isSkipped = this.#breakOnFailure === 'final' && place.isFailureCaught;
    if (this.#breakOnFailure === 'never' || isSkipped) return { kind: 'fail' };
    const error = this.hideIn(failure.message);
    const stop = { reason: 'failure' as const, error, code: failure.code };
    return this.#stop(this.#threadOf(place.deviceId), place, stop, signal);
  }

  ended({ deviceId, ...step }: ExecutionStep): void {
    const { index, childIndex, round, name, status, startedAt, finishedAt, error } = step;
    this.events.add({
      kind: 'step',
      threadId: this.#threadOf(deviceId ?? null).id,
      step: { index: index ?? 0, childIndex, round, name, status, startedAt, finishedAt },
      ...(error == null ? {} : { error: this.hideIn(error) }),
    });
  }

  logged({ deviceId, ...step }: ExecutionStep, line: string): void {
    this.#output(this.#threadOf(deviceId ?? null), step, 'step', line);
  }

  interruption(): AbortSignal {
    if (this.#interruption.signal.aborted) this.#interruption = new AbortController();
    return this.#interruption.signal;
  }

  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  isUsing(deviceId: string): boolean {
    return !this.isClosed && this.#threads.some(thread => thread.deviceId === deviceId && thread.isRunning);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const thread of this.#threads) thread.end();
    this.onClose?.();
  }

  /** Replaces the breakpoints. */
  setBreakpoints(
    breakpoints: readonly DebugBreakpoint[],
    breakOnFailure: StartDebugRun['breakOnFailure'],
  ): ReturnType<RunBreakpoints['list']> {
    this.#breakpoints.set(breakpoints);
    this.#breakOnFailure = breakOnFailure ?? this.#breakOnFailure;
    return this.#breakpoints.list();
  }

  /** Carries out a command for a thread, or for all that it concerns. Throws a Refusal if it cannot. */
  command(command: DebugCommand): void {
    const { threadId } = command;
    const threads = threadId == null ? this.#threads : [this.#require(threadId)];
    if (command.command === 'pause') {
      const running = threads.filter(thread => threadId != null || thread.isRunning);
      for (const thread of running) thread.pause();
      if (running.some(thread => thread.isRunning)) this.#interruption.abort(new Error('The run is paused.'));
      return;
    }
    const stopped = threads.filter(thread => thread.stopped);
    if (stopped.length === 0) throw notStopped();
    for (const thread of stopped) thread.command(command, this.#plan);
  }

  /** Lets the run go on without ever stopping again. */
  release(): void {
    this.#breakpoints.set([]);
    this.#breakOnFailure = 'never';
    this.#stopsOnEntry = false;
    for (const thread of this.#threads) thread.release();
  }

  /** Returns the stack and the values of a thread. */
  details(threadId: number): DebugThreadDetails {
    const thread = this.#require(threadId);
    const place = thread.stopped?.place;
    if (!place) return { thread: thread.toRecord(), frames: [], scopes: [] };
    const { index, childIndex, round, rounds, name, method } = place;
    const parent = childIndex === null ? undefined : this.#plan[index];
    const frames = [
      { index, childIndex, round, rounds, name, method },
      ...(parent ? [{ index, name: parent.name, method: parent.method }] : []),
    ];
    return { thread: thread.toRecord(), frames, scopes: scopesOf(place, this.#plan, this.#known()) };
  }

  /** Evaluates an expression in a stopped thread. Throws a Refusal if it has no value. */
  evaluate(threadId: number, expression: string): DebugVariable {
    const { scope } = this.#placeOf(threadId);
    learnSecrets(scope, this.#known());
    try {
      const value = evaluateText(expression, scope);
      const path = pathOfExpression(expression);
      if (path) return describeValue(expression, path, value, this.#known());
      return { name: expression, expression, value: this.#known().hide(value), canSet: false };
    } catch (error) {
      if (error instanceof TemplateError)
        throw new Refusal(400, 'expression_without_value', this.hideIn(error.message));
      throw error;
    }
  }

  /** Sets a value in a stopped thread. Throws a Refusal if it cannot. */
  set(threadId: number, expression: string, value: unknown): DebugVariable {
    const { scope } = this.#placeOf(threadId);
    const path = setValue(scope, expression, value);
    learnSecrets(scope, this.#known());
    const source = pathSource(path);
    this.#notes = [...this.#notes, `The debugger set ${source}.`];
    return describeValue(source, path, value, this.#known());
  }

  /** Returns a text without secrets. */
  hideIn(text: string): string {
    if (!this.#secrets) return text;
    learnSecrets(this.#scope, this.#secrets);
    return this.#secrets.hide(text);
  }

  toRecord(): Pick<DebugRun, 'mode' | 'threads' | 'breakpoints' | 'breakOnFailure' | 'next'> {
    return {
      mode: this.#mode,
      threads: this.#threads.map(thread => thread.toRecord()),
      breakpoints: this.#breakpoints.list(),
      breakOnFailure: this.#breakOnFailure,
      next: this.events.last + 1,
    };
  }

  async #stop(
    thread: DeviceThread,
    place: RunPlace,
    why: Pick<DebugStop, 'reason' | 'breakpointIds' | 'error' | 'code'>,
    signal: AbortSignal,
  ): Promise<RunDecision> {
    const { index, childIndex, round, name, method } = place;
    const stop = { index, childIndex, round, name, method, ...why };
    return abortable(signal, resolve => {
      const resume = (decision: RunDecision): void => {
        resolve(decision);
        this.events.add({ kind: 'continued', threadId: thread.id });
      };
      thread.stop({ stop, place, resume });
      this.events.add({ kind: 'stopped', threadId: thread.id, stop });
      return () => (thread.stopped = undefined);
    });
  }

  #output(
    thread: DeviceThread,
    { index, childIndex, round, name }: Pick<ExecutionStep, 'index' | 'childIndex' | 'round' | 'name'>,
    category: string,
    text: string,
  ): void {
    const step = { index: index ?? 0, childIndex, round, name };
    this.events.add({ kind: 'output', threadId: thread.id, step, category, text: this.hideIn(text) });
  }

  #known(): RunSecrets {
    if (!this.#secrets) throw new Error('The run has not started.');
    return this.#secrets;
  }

  #placeOf(threadId: number): RunPlace {
    const place = this.#require(threadId).stopped?.place;
    if (!place) throw notStopped();
    return place;
  }

  #require(threadId: number): DeviceThread {
    const thread = this.#threads.find(({ id }) => id === threadId);
    if (!thread) throw notFound('thread', 'thread_not_found');
    return thread;
  }

  #threadOf(deviceId: string | null): DeviceThread {
    const thread = this.#threads.find(known => known.deviceId === deviceId);
    if (!thread) throw new Error('The run has no such device.');
    return thread;
  }
}

import type { ExecutionStep } from '../contract/records/execution.ts';
import type { DebugEvent, DebugStop, DebugThread, StartDebugRun } from '../contract/sandbox/debug.ts';
import { STOPPED_STEPS_EVENT } from '../manifest.ts';
import { plainText } from '../util/plainText.ts';
import type { DebugClient, DebugPort } from './debugPort.ts';
import { FollowedRun } from './debugRun.ts';
import { type DebuggedFlow, runStepOf } from './flowSource.ts';
import type { Launch } from './launch.ts';
import type { ExceptionInfo } from './protocol.ts';
import { sourceAtPath, StoppedThreads } from './stoppedThreads.ts';
import { millisecondsBetween, runSteps, type StepExplanation } from '../flow/run/runSteps.ts';
import { explainSteps } from '../flow/explain/explainSteps.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import { secondsText, statusText } from '../flow/run/outcomeText.ts';

/** A line of the debug console. */
interface ConsoleLine {
  readonly text: string;
  readonly isProblem: boolean;
  /** The line of the file that it leads to, from 0. */
  readonly line: number | undefined;
}

type EventStep = NonNullable<DebugEvent['step']>;

const SIGNS: Readonly<Record<string, string>> = {
  success: '✓',
  failed: '✗ failed',
  skipped: '– not run',
};

/** A thread of a run that is stopped at a failed step. */
interface FailedStop {
  readonly runId: string;
  readonly deviceId: string | null | undefined;
  readonly stop: DebugStop;
}

/** The session that a run belongs to. */
interface RunSession {
  readonly port: DebugPort;
  readonly launch: Launch;
  readonly source: DebuggedFlow;
  /** The results of the steps that do not run. */
  readonly before: readonly ExecutionStep[];
  /** Ends the session, because another run of the file replaces its run. */
  readonly stop: () => Promise<void>;
  /** Sends an event to VS Code. */
  readonly send: (event: string, body: object) => void;
  /** Resolves when the requests before the next event are answered. */
  readonly ready: () => Promise<void>;
}

const REASONS: Readonly<Record<string, string>> = { failure: 'exception' };

/** A run of a debug session: passes its events on to VS Code and keeps its threads. */
export class RunEvents {
  readonly #client: DebugClient;
  readonly followed: FollowedRun;
  readonly #session: RunSession;
  readonly #threads: readonly DebugThread[];
  readonly #stops = new Map<number, DebugStop>();
  #steps: ExecutionStep[];
  #startedAt: string | null | undefined;
  /** The last step of each thread that ended. */
  readonly #lastSteps = new Map<number, NonNullable<DebugEvent['step']>>();
  /** The threads that have not reached the step at which they stop first. */
  readonly #beforeFirstStop: Set<number>;
  readonly #shown = new Set<string>();
  /** The threads whose innermost frame was not selected since they stopped. */
  readonly #unselected = new Set<number>();
  readonly stopped: StoppedThreads;
  #hasLeft = false;
  #hasEnded = false;

  static async start(client: DebugClient, body: StartDebugRun, session: RunSession): Promise<RunEvents> {
    return new RunEvents(client, await FollowedRun.start(client, body), session);
  }

  private constructor(client: DebugClient, run: FollowedRun, session: RunSession) {
    this.#client = client;
    this.followed = run;
    this.#session = session;
    this.#steps = [...session.before];
    this.#threads = run.first.threads;
    this.#startedAt = run.first.startedAt;
    this.#beforeFirstStop = new Set(
      session.launch.stopAt === undefined ? [] : this.#threads.map(({ id }) => id),
    );
    this.stopped = new StoppedThreads(run, session.source);
    this.#showRun('pending');
  }

  get threads(): readonly { readonly id: number; readonly name: string }[] {
    return this.#threads.map(({ id, name, deviceId }) => ({
      id,
      name: plainText(name ?? (deviceId == null ? 'Without a device' : this.#nameOf(deviceId))),
    }));
  }

  /** Returns the place at which a thread is stopped. */
  stopOf(threadId: number): DebugStop | undefined {
    return this.#stops.get(threadId);
  }

  /** Returns the failure at which a thread is stopped, with its reason and what to do. */
  async failureOf(threadId: number): Promise<ExceptionInfo> {
    const stop = this.stopOf(threadId);
    const deviceId = this.#threads.find(({ id }) => id === threadId)?.deviceId;
    const known = stop && (await explainStop(this.#client, { runId: this.followed.id, deviceId, stop }));
    const { code, error } = stop ?? {};
    const { facts = [], actions = [] } = known ?? {};
    const details = [
      ...facts,
      ...(known && error != null ? [`Error message: ${error}`] : []),
      ...actions.map(action => `Suggestion: ${action}`),
    ];
    return {
      exceptionId: plainText(code ?? 'failed'),
      description: plainText(known?.sentence ?? error ?? 'The step failed.'),
      breakMode: 'unhandled',
      ...(details.length > 0
        ? { details: { stackTrace: details.map(line => plainText(line)).join('\n') } }
        : {}),
    };
  }

  /** Returns true once for each stop of a thread, whose innermost frame is then to be selected. */
  takeSelection(threadId: number): boolean {
    return this.#unselected.delete(threadId);
  }

  /** Leaves out the step at which a thread is stopped. */
  async skip(threadId: number): Promise<void> {
    const stop = this.stopOf(threadId);
    await this.followed.control({ command: 'skip', threadId });
    if (!stop) return;
    const { index, childIndex, round, name } = stop;
    const step = { index, childIndex, round, name, status: 'skipped' };
    this.#keepStep(step, threadId);
    this.#write(stepLine(step, undefined, this.#session.source));
    this.#showRun('running');
  }

  /** Runs the step again that has failed, or the one that ended last, and stops after it. */
  async runAgain(threadId: number): Promise<void> {
    if (this.stopOf(threadId)?.reason === 'failure') {
      await this.followed.control({ command: 'again', threadId });
      return;
    }
    const last = this.#lastSteps.get(threadId);
    if (!last) throw new Error('No step has run yet.');
    const step = { index: last.index, childIndex: last.childIndex ?? null };
    await this.followed.control({ command: 'goto', threadId, step });
    await this.followed.control({ command: 'next', threadId });
  }

  /** Passes on the events of the run until it ends. */
  follow(): void {
    void this.followed.follow({
      onEvent: async event => {
        await this.#session.ready();
        await this.#handle(event);
      },
      onLost: error => {
        this.#write({ text: this.#session.port.explain(error), isProblem: true, line: undefined });
        this.#finish(1);
      },
    });
  }

  /**
   * Stops passing on events, and aborts the run or lets it go on without breakpoints. The editors show the end of the run
   * in both cases.
   */
  async leave(run: 'abort' | 'continue'): Promise<void> {
    if (this.#hasEnded || this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stops.clear();
    await this.followed.leave(run);
    await this.#readSteps();
    this.#showRun(run === 'abort' ? 'cancelled' : 'running');
  }

  async #handle(event: DebugEvent): Promise<void> {
    const { source } = this.#session;
    const send: RunSession['send'] = (name, body) => {
      if (!this.#hasLeft) this.#session.send(name, body);
    };
    const threadId = event.threadId ?? 0;
    this.#startedAt ??= event.at;
    switch (event.kind) {
      case 'started':
        send('thread', { reason: 'started', threadId });
        break;
      case 'stopped':
        if (event.stop && !this.#hasLeft) await this.#stop(threadId, event.stop);
        break;
      case 'continued':
        this.#resume(threadId);
        send('continued', { threadId, allThreadsContinued: false });
        break;
      case 'step':
        if (!event.step) break;
        this.#keepStep({ ...event.step, error: event.error }, threadId);
        this.#lastSteps.set(threadId, event.step);
        this.#write(stepLine(event.step, event.error, source));
        this.#showRun('running');
        break;
      case 'output':
        this.#write(textLine(event, source));
        break;
      case 'exited':
        this.#resume(threadId);
        send('thread', { reason: 'exited', threadId });
        break;
      case 'ended':
        this.#hasEnded = true;
        this.#write(endLine(event));
        await this.#readSteps();
        this.#showRun(event.status ?? 'failed', event.error, event.at);
        this.#finish(event.status === 'success' ? 0 : 1);
        break;
      default:
        // A newer sandbox may report more.
        break;
    }
  }

  async #stop(threadId: number, stop: DebugStop): Promise<void> {
    const { launch, source, send, port } = this.#session;
    const place = launch.stopAt === undefined ? undefined : source.stepNumbered(launch.stopAt);
    if (place && stop.reason === 'entry' && this.#beforeFirstStop.delete(threadId) && !launch.stopOnEntry) {
      const step = runStepOf(place.step);
      const isThere = step.index === stop.index && step.childIndex === (stop.childIndex ?? null);
      if (!isThere) {
        await this.followed.control({ command: 'runTo', threadId, step });
        return;
      }
    }
    this.#stops.set(threadId, stop);
    this.#unselected.add(threadId);
    this.stopped.clear();
    await this.#readSteps();
    this.#showRun('running');
    const { reason, error } = stop;
    send('stopped', {
      reason: REASONS[reason] ?? reason,
      ...(reason === 'failure' ? { description: 'Stopped at a failed step' } : {}),
      ...(error == null ? {} : { text: plainText(error) }),
      threadId,
      allThreadsStopped: false,
      hitBreakpointIds: (stop.breakpointIds ?? []).map(Number),
    });
    this.#showStops();
    const deviceId = this.#threads.find(({ id }) => id === threadId)?.deviceId;
    // The phone of a test belongs to another sandbox.
    if (deviceId == null || launch.test !== undefined || this.#shown.has(deviceId)) return;
    // Once for each device, so that a panel that a person closed stays closed.
    this.#shown.add(deviceId);
    port.showDevice(deviceId);
  }

  #resume(threadId: number): void {
    if (!this.#stops.delete(threadId)) return;
    this.stopped.clear();
    this.#showStops();
  }

  /** The steps at which threads are stopped, with their file. */
  get stoppedSteps(): { readonly flow: string; readonly steps: readonly (readonly number[])[] } {
    const { launch, source } = this.#session;
    const steps = [...this.#stops.values()].flatMap(stop => {
      const place = source.placeOf(stop);
      return place ? [place.step.path] : [];
    });
    return { flow: launch.flow, steps };
  }

  // The visual editors mark these steps.
  #showStops(): void {
    this.#session.send(STOPPED_STEPS_EVENT, this.stoppedSteps);
  }

  #keepStep(step: NonNullable<DebugEvent['step']> & Pick<DebugEvent, 'error'>, threadId: number): void {
    const deviceId = this.#threads.find(({ id }) => id === threadId)?.deviceId ?? null;
    const isSame = (one: ExecutionStep): boolean =>
      one.index === step.index &&
      one.childIndex === (step.childIndex ?? null) &&
      one.round === (step.round ?? null) &&
      one.deviceId === deviceId;
    const record = { ...step, childIndex: step.childIndex ?? null, round: step.round ?? null, deviceId };
    const at = this.#steps.findIndex(isSame);
    // A step that ran again has its last result.
    if (at === -1) this.#steps.push(record);
    else this.#steps[at] = record;
  }

  // Events have no outputs.
  async #readSteps(): Promise<void> {
    this.#steps = [...((await this.followed.steps()) ?? this.#steps)];
  }

  #showRun(status: string, error?: string | null, finishedAt?: string): void {
    const { port, launch, source } = this.#session;
    const { id, flowName } = this.followed.first;
    const { stop } = this.#session;
    port.showRun(
      {
        file: launch.flow,
        text: source.text,
        stop,
        isTest: launch.test !== undefined,
        isDebug: !launch.noDebug,
      },
      {
        id,
        flowName: flowName ?? null,
        kind: 'trial',
        status,
        startedAt: this.#startedAt ?? null,
        finishedAt: finishedAt ?? null,
        error: error ?? null,
        result: { steps: this.#steps },
      },
    );
  }

  #write({ text, isProblem, line }: ConsoleLine): void {
    if (this.#hasLeft) return;
    const { send, launch } = this.#session;
    send('output', {
      category: isProblem ? 'stderr' : 'stdout',
      output: `${text}\n`,
      ...(line === undefined ? {} : { source: sourceAtPath(launch.flow), line: line + 1, column: 1 }),
    });
  }

  #finish(exitCode: number): void {
    if (this.#hasLeft) return;
    const { send } = this.#session;
    this.#stops.clear();
    this.#showStops();
    send('exited', { exitCode });
    send('terminated', {});
  }

  #nameOf(deviceId: string): string {
    return this.#session.port.deviceName(deviceId) ?? deviceId;
  }
}

/** Returns the reason for a failure at which a thread is stopped; undefined if the evidence shows none. */
async function explainStop(
  client: Pick<DebugClient, 'getExecutionTrace'>,
  { runId, deviceId, stop }: FailedStop,
): Promise<StepExplanation | undefined> {
  // The failure is shown anyway.
  const evidence = await readEvidence(client, runId).catch(() => undefined);
  const { index, childIndex, round, error, code } = stop;
  const step = evidence?.steps.findLast(
    one =>
      one.index === index &&
      (one.childIndex ?? null) === (childIndex ?? null) &&
      (one.round ?? null) === (round ?? null) &&
      (one.deviceId ?? null) === (deviceId ?? null),
  );
  if (!evidence || !step) return undefined;
  // It counts as running until the failure is final.
  const failed = { ...step, status: 'failed', error, code };
  const steps = evidence.steps.map(one => (one === step ? failed : one));
  return explainSteps(runSteps({ steps: [failed] }), { ...evidence, steps })[0]?.explanation;
}

/** Returns the line for a step that ended, with its duration. */
function stepLine(step: EventStep, error: string | null | undefined, source: DebuggedFlow): ConsoleLine {
  const label = source.labelOf(step);
  const round = step.round == null ? '' : ` (round ${step.round + 1})`;
  const { startedAt, finishedAt, status } = step;
  const ms = millisecondsBetween(startedAt, finishedAt);
  const words = [label + round, SIGNS[status ?? ''] ?? statusText(status ?? '')];
  if (ms !== undefined && status !== 'skipped') words.push(secondsText(ms));
  const text = error == null ? words.join(' ') : `${words.join(' ')}: ${error}`;
  return { text: plainText(text), isProblem: status === 'failed', line: lineOf(step, source) };
}

/** Returns the line for a text of the run, such as that of a logpoint. */
function textLine({ text, category, step }: DebugEvent, source: DebuggedFlow): ConsoleLine {
  return {
    text: plainText(text ?? ''),
    isProblem: category === 'problem',
    line: step ? lineOf(step, source) : undefined,
  };
}

/** Returns the line for the end of the run. */
function endLine({ status, error }: DebugEvent): ConsoleLine {
  const failed = status !== 'success';
  const how = status === 'success' ? 'succeeded' : statusText(status ?? 'failed');
  const text = error == null ? `The run ${how}.` : `The run ${how}: ${error}`;
  return { text: plainText(text), isProblem: failed && status !== 'cancelled', line: undefined };
}

function lineOf(step: EventStep, source: DebuggedFlow): number | undefined {
  return source.placeOf(step)?.line;
}

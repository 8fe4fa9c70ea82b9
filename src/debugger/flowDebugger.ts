import type { DebuggedTest } from '../appState/debuggedTests.ts';
import type { DebugCommand, DebugRun, StartDebugRun } from '../contract/sandbox/debug.ts';
import { plainText } from '../util/plainText.ts';
import { Breakpoints } from './breakpoints.ts';
import type { DebugClient, DebugPort } from './debugPort.ts';
import { DebuggedFlow, runStepOf } from './flowSource.ts';
import { type Launch, NO_RUN, readLaunch } from './launch.ts';
import type { Breakpoint, Outgoing, Request, RequestArguments, RequestHandlers, Source } from './protocol.ts';
import { RunEvents } from './runEvents.ts';
import { readAssignment } from './stoppedThreads.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import type { ExecutionStep } from '../contract/records/execution.ts';

/** The start of a run with a step. */
interface Start {
  /** The part of the body of the debug run. */
  readonly body: Pick<StartDebugRun, 'from' | 'earlier'>;
  /** The results of the steps before it. */
  readonly records: readonly ExecutionStep[];
}

/** The capabilities of the debugger in the terms of the protocol. */
const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '[', '{'],
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsGotoTargetsRequest: true,
  supportsExceptionInfoRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  exceptionBreakpointFilters: [
    {
      filter: 'final',
      label: 'Failed Steps',
      description: 'Stops at a failed step that would end the run, before its failure counts.',
      default: true,
    },
    {
      filter: 'always',
      label: 'Failed Steps That Continue on Error',
      description: 'Stops at every failed step, also if the flow continues after it.',
      default: false,
    },
  ],
} as const;

type FailureMode = NonNullable<StartDebugRun['breakOnFailure']>;

/** Requests after whose response the events of the run may be sent, since VS Code marks the thread as running then. */
const RESUMING: readonly string[] = [
  'continue',
  'next',
  'stepIn',
  'stepOut',
  'goto',
  'skipStep',
  'runStepAgain',
  'runTo',
];

/** A launched flow: its configuration, its text, and the test that it belongs to. */
interface Launched {
  readonly launch: Launch;
  readonly source: DebuggedFlow;
  readonly test: DebuggedTest | undefined;
  readonly start: Start;
}

/** A debug session: answers the requests of VS Code with a debug run of the sandbox. */
export class FlowDebugger {
  readonly #port: DebugPort;
  readonly #send: (message: Outgoing) => void;
  readonly #breakpoints = new Breakpoints();
  readonly #configured = Promise.withResolvers<undefined>();
  readonly #handlers = this.#createHandlers();
  #failureMode: FailureMode = 'never';
  #launched: Launched | undefined;
  #run: RunEvents | undefined;
  #resuming: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor(port: DebugPort, send: (message: Outgoing) => void) {
    this.#port = port;
    this.#send = send;
  }

  /** Answers a request of VS Code. */
  async handle(request: Request): Promise<void> {
    const answering = this.#answer(request);
    if (RESUMING.includes(request.command)) this.#resuming = answering;
    await answering;
  }

  /** Ends the session without an answer, because VS Code closed it. */
  async close(): Promise<void> {
    await this.#run?.leave('abort');
  }

  async #answer({ seq, command, arguments: given = {} }: Request): Promise<void> {
    const response = { type: 'response', request_seq: seq, command } as const;
    const handler = Object.hasOwn(this.#handlers, command)
      ? (this.#handlers[command as keyof RequestHandlers] as (given: unknown) => unknown)
      : undefined;
    try {
      if (!handler) throw new Error(`Debugging of flows has no request “${command}”.`);
      const body = await handler(given);
      this.#send({ ...response, success: true, ...(body === undefined ? {} : { body }) });
      if (command === 'launch') this.#run?.follow();
    } catch (error) {
      this.#send({ ...response, success: false, message: plainText(this.#port.explain(error)) });
    }
  }

  #createHandlers(): RequestHandlers {
    const resume =
      (command: DebugCommand['command']) =>
      async ({ threadId }: { readonly threadId: number }) => {
        await this.#control({ command, threadId });
        return { allThreadsContinued: false };
      };
    return {
      initialize: () => CAPABILITIES,
      launch: given => this.#launch(given),
      setBreakpoints: given => this.#setBreakpoints(given),
      setExceptionBreakpoints: given => this.#setFilters(given),
      breakpointLocations: ({ source, line, endLine = line }) => {
        const places = this.#isDebugged(source)
          ? (this.#launched?.source.stepsBetween(line - 1, endLine - 1) ?? [])
          : [];
        return { breakpoints: places.map(place => ({ line: place.line + 1, column: place.column + 1 })) };
      },
      configurationDone: () => this.#configured.resolve(undefined),
      threads: () => ({ threads: this.#run?.threads ?? [] }),
      stackTrace: async ({ threadId, startFrame = 0 }) => {
        const { flow } = this.#requireLaunched().launch;
        const run = this.#requireRun();
        const path = this.#port.isOnlyVisual(flow) ? undefined : flow;
        const frames = await run.stopped.stack(threadId, path);
        // VS Code selects no frame without a source by itself, and reads the rest of the stack after it tried to.
        if (path === undefined && startFrame > 0 && run.takeSelection(threadId))
          this.#port.selectTopFrame(frames.length);
        // VS Code asks for one frame first, and would offer to load the other one until it reads that itself.
        return { stackFrames: frames.slice(startFrame), totalFrames: frames.length };
      },
      scopes: async ({ frameId }) => ({ scopes: await this.#requireRun().stopped.scopes(frameId) }),
      variables: ({ variablesReference, ...page }) => ({
        variables: this.#requireRun().stopped.variables(variablesReference, page),
      }),
      setVariable: async ({ variablesReference, name, value }) => {
        const run = this.#requireRun();
        const set = await run.stopped.setMember(variablesReference, name, value);
        this.#valuesChanged();
        return set;
      },
      setExpression: async ({ frameId, expression, value }) => {
        const set = await this.#requireRun().stopped.setExpression(frameOf(frameId), expression, value);
        this.#valuesChanged();
        return set;
      },
      evaluate: async ({ expression, frameId, context }) => {
        const assigned = context === 'repl' ? readAssignment(expression) : undefined;
        if (assigned) {
          const { stopped } = this.#requireRun();
          const set = await stopped.setExpression(frameOf(frameId), assigned.expression, assigned.value);
          this.#valuesChanged();
          return { ...set, result: set.value };
        }
        const isWhole = context === 'clipboard';
        const shown = await this.#requireRun().stopped.evaluate(frameOf(frameId), expression, isWhole);
        return { ...shown, result: shown.value };
      },
      completions: async ({ frameId, text, column }) => ({
        targets:
          frameId === undefined
            ? []
            : await this.#requireRun().stopped.complete(frameId, text.slice(0, column - 1)),
      }),
      exceptionInfo: ({ threadId }) => this.#requireRun().failureOf(threadId),
      continue: resume('continue'),
      next: resume('next'),
      stepIn: resume('stepIn'),
      stepOut: resume('stepOut'),
      skipStep: async ({ threadId }) => {
        await this.#requireRun().skip(threadId);
      },
      runStepAgain: async ({ threadId }) => {
        await this.#requireRun().runAgain(threadId);
      },
      pause: async () => {
        await this.#control({ command: 'pause' });
      },
      gotoTargets: ({ source, line }) => {
        const place = this.#isDebugged(source) ? this.#launched?.source.stepAtLine(line - 1) : undefined;
        if (!place || !this.#launched) return { targets: [] };
        const step = runStepOf(place.step);
        const label = plainText(this.#launched.source.labelOf(step));
        return { targets: [{ id: targetOf(step), label, line: place.line + 1 }] };
      },
      goto: async ({ threadId, targetId }) => {
        await this.#control({ command: 'goto', threadId, step: stepOfTarget(targetId) });
      },
      runTo: async ({ threadId, step }) => {
        const target = this.#requireLaunched().source.requireStep(step);
        await this.#control({ command: 'runTo', threadId, step: runStepOf(target) });
      },
      stoppedSteps: () => this.#run?.stoppedSteps,
      frameOffset: async ({ frameId }) => ({ offset: await this.#requireRun().stopped.offsetOf(frameId) }),
      terminate: async () => {
        await this.#end('abort');
      },
      disconnect: async ({ terminateDebuggee = true }) => {
        await this.#end(terminateDebuggee ? 'abort' : 'continue');
      },
    };
  }

  async #launch(given: RequestArguments['launch']): Promise<void> {
    const launch = readLaunch(given);
    const test = launch.test === undefined ? undefined : this.#port.testNamed(launch.test);
    if (launch.test !== undefined && !test)
      throw new Error('This test has ended. Debug it again in the Test Explorer.');
    const client = test?.sandboxClient ?? (await this.#port.openSandbox());
    const text = test?.text ?? (await this.#port.readText(launch.flow));
    const source = new DebuggedFlow(text, () => this.#port.catalog);
    for (const number of [launch.stopAt, launch.from, launch.to])
      if (number !== undefined) source.requireStep(number);
    const launched = { launch, source, test, start: await readStart(client, launch, source) };
    this.#launched = launched;
    // From now on, VS Code sends the breakpoints, which refer to the text that was read.
    this.#send({ type: 'event', event: 'initialized' });
    await this.#configured.promise;
    await this.#start(client, launched);
  }

  async #start(client: DebugClient, { launch, source, test, start }: Launched): Promise<void> {
    const { stopAt, noDebug, payload = {}, devices = [] } = launch;
    const flow = test ? undefined : source.bodyUntil(launch.to);
    const body = {
      ...(test
        ? { flowId: test.flowId, mode: 'verification' as const, payload: { ...test.payload } }
        : { flow, mode: 'trial' as const, deviceIds: [...devices], payload: { ...payload }, ...start.body }),
      breakpoints: noDebug ? [] : this.#breakpoints.body,
      breakOnFailure: this.#effectiveMode(launch),
      stopOnEntry: !noDebug && (launch.stopOnEntry || stopAt !== undefined),
    } satisfies StartDebugRun;
    const run = await RunEvents.start(client, body, {
      port: this.#port,
      launch,
      source,
      before: start.records,
      stop: () => this.#end('abort'),
      send: (event, eventBody) => this.#send({ type: 'event', event, body: eventBody }),
      // The response to a request that lets threads run comes first.
      ready: () =>
        this.#resuming.then(
          () => undefined,
          () => undefined,
        ),
    });
    this.#run = run;
    test?.onStart(run.followed.id);
    this.#takeVerdicts(run.followed.first.breakpoints ?? []);
  }

  async #setBreakpoints({
    source,
    breakpoints = [],
  }: RequestArguments['setBreakpoints']): Promise<{ readonly breakpoints: readonly Breakpoint[] }> {
    if (!this.#isDebugged(source)) {
      const message = 'Another flow is being debugged.';
      return {
        breakpoints: breakpoints.map(({ line }, index) => ({
          id: -1 - index,
          verified: false,
          message,
          line,
        })),
      };
    }
    this.#breakpoints.place(breakpoints, this.#requireLaunched().source);
    await this.#sendBreakpoints();
    return { breakpoints: this.#breakpoints.shown };
  }

  async #setFilters({ filters }: RequestArguments['setExceptionBreakpoints']): Promise<void> {
    this.#failureMode = filters.includes('always') ? 'always' : filters.includes('final') ? 'final' : 'never';
    await this.#sendBreakpoints();
  }

  async #sendBreakpoints(): Promise<void> {
    const launched = this.#launched;
    if (!this.#run || !launched || launched.launch.noDebug) return;
    const breakOnFailure = this.#effectiveMode(launched.launch);
    const set = await this.#run.followed.setBreakpoints({
      breakpoints: this.#breakpoints.body,
      breakOnFailure,
    });
    this.#takeVerdicts(set);
  }

  #effectiveMode({ breakOnFailure, noDebug }: Launch): FailureMode {
    if (noDebug || breakOnFailure === false) return 'never';
    return breakOnFailure === true && this.#failureMode === 'never' ? 'final' : this.#failureMode;
  }

  #takeVerdicts(verdicts: NonNullable<DebugRun['breakpoints']>): void {
    for (const breakpoint of this.#breakpoints.judge(verdicts))
      this.#send({ type: 'event', event: 'breakpoint', body: { reason: 'changed', breakpoint } });
  }

  async #control(command: DebugCommand): Promise<void> {
    await this.#requireRun().followed.control(command);
  }

  #valuesChanged(): void {
    this.#send({ type: 'event', event: 'invalidated', body: { areas: ['variables'] } });
  }

  async #end(run: 'abort' | 'continue'): Promise<void> {
    // A launch that still waits for breakpoints never starts.
    this.#configured.reject(new Error('Debugging was stopped.'));
    this.#configured.promise.catch(() => undefined);
    await this.#run?.leave(run);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#send({ type: 'event', event: 'terminated' });
  }

  #isDebugged({ path }: Source): boolean {
    const { flow } = this.#launched?.launch ?? {};
    return path !== undefined && flow !== undefined && this.#port.isSameFile(path, flow);
  }

  #requireLaunched(): Launched {
    if (!this.#launched) throw new Error('No flow is being debugged.');
    return this.#launched;
  }

  #requireRun(): RunEvents {
    if (!this.#run) throw new Error('The flow is not running.');
    return this.#run;
  }
}

function frameOf(frameId: number | undefined): number {
  if (frameId === undefined) throw new Error('Values can be read while the flow is stopped.');
  return frameId;
}

/** The number of steps inside a step that the ID of a target can name. */
const TARGETS_PER_STEP = 10_000;

function targetOf({ index, childIndex }: ReturnType<typeof runStepOf>): number {
  return index * TARGETS_PER_STEP + (childIndex ?? -1) + 1;
}

function stepOfTarget(id: number): ReturnType<typeof runStepOf> {
  const child = (id % TARGETS_PER_STEP) - 1;
  return { index: Math.floor(id / TARGETS_PER_STEP), childIndex: child < 0 ? null : child };
}

/**
 * Reads the earlier run whose data a run uses that starts with a step. Throws with a sentence if a step has no output
 * that is read.
 */
async function readStart(
  client: DebugClient,
  { from, to, fromRun }: Launch,
  source: DebuggedFlow,
): Promise<Start> {
  if (from === undefined) return { body: {}, records: [] };
  if (fromRun === undefined) throw new Error('“fromRun” must be the ID of a run, "latest", or "none".');
  const evidence = fromRun === NO_RUN ? { steps: [] } : await readEvidence(client, fromRun);
  if (!evidence) throw new Error('The sandbox has no trace of this run anymore. Choose another run.');
  const { step, round, places, records } = source.startAt({ from, to }, evidence.steps);
  const start = { ...step, ...(round === undefined ? {} : { round }) };
  const earlier = { executionId: fromRun, places: places.map(place => ({ ...place })) };
  return { body: { from: start, ...(fromRun === NO_RUN ? {} : { earlier }) }, records };
}

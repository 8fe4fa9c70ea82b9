import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Limits } from '../limits.ts';
import { ExecutionStep } from '../records/execution.ts';
import { data, openEnum, OpenObject, queryInteger, record, Timestamp, Uuid } from '../scalars.ts';
import { DebugLimits } from './debugLimits.ts';
import { TrialFlow } from './trials.ts';

/** A step of a flow, counted in the order of execution from 0. */
export const DebugStep = z.looseObject({ index: z.int().min(0), childIndex: z.int().min(0).nullish() });
export type DebugStep = z.output<typeof DebugStep>;

/** A comparison of two values as in the parameters of `flow.branch`; texts can contain expressions. */
const DebugComparison = z.looseObject({
  left: z.unknown(),
  operator: z.enum(['equals', 'notEquals', 'contains', 'exists', 'greaterThan', 'lessThan']),
  right: z.unknown().optional(),
});

const Text = z.string().max(DebugLimits.text);

/** A breakpoint; a thread stops before the step starts. */
export const DebugBreakpoint = z.looseObject({
  /** A name by which its hits are kept when the breakpoints are set again; by default, derived from the step. */
  id: z.string().min(1).max(64).optional(),
  step: DebugStep,
  /** An expression, which must be true, or a comparison such as `{{index}} > 2` or `{{item}} equals done`. */
  condition: z.union([Text, DebugComparison]).nullish(),
  /** The hits at which it applies: `3`, `>=3`, `>3`, `<3`, `<=3`, or `%3`. */
  hitCount: z.string().max(20).nullish(),
  /** A text with expressions, which is logged instead of stopping. */
  logMessage: Text.nullish(),
});
export type DebugBreakpoint = z.output<typeof DebugBreakpoint>;

/** The failures of steps at which threads stop: none, those that would end the run on the device, or all. */
const BREAK_ON_FAILURE = ['never', 'final', 'always'] as const;

/** The modes of debug runs. */
const DEBUG_MODES = ['trial', 'live', 'verification'] as const;

const Breakpoints = z.array(DebugBreakpoint).max(DebugLimits.breakpoints);

/** The body of a debug run: a flow, or the ID of an existing flow. */
export const StartDebugRun = z.looseObject({
  flow: TrialFlow.optional(),
  flowId: Uuid.optional(),
  /**
   * `trial` changes nothing but phones; `live` is a run of an existing flow with all its effects, and `verification` one
   * without effects on its health.
   */
  mode: z.enum(DEBUG_MODES).optional(),
  /** The devices, each of which is a thread; by default those of the existing flow, or none. */
  deviceIds: z.array(Uuid).max(Limits.flowDevices).optional(),
  /** The value of `{{event.payload}}`; by default that of the earlier run, or an empty object. */
  payload: OpenObject.optional(),
  breakpoints: Breakpoints.optional(),
  breakOnFailure: z.enum(BREAK_ON_FAILURE).optional(),
  /** True to stop each thread before its first step. */
  stopOnEntry: z.boolean().optional(),
  /** The step to start with; steps before it do not run, and have the results of the earlier run. */
  from: DebugStep.extend({ round: z.int().min(0).max(DebugLimits.earlierSteps).nullish() }).optional(),
  earlier: z
    .looseObject({
      /** An execution, a trial run, or an ended debug run, whose payload and steps are used. */
      executionId: Uuid.nullish(),
      startedAt: Timestamp.nullish(),
      steps: z.array(ExecutionStep).max(DebugLimits.earlierSteps).nullish(),
      /** The places in the earlier run of steps of the flow, if it has changed since; other steps have no results. */
      places: z
        .array(z.looseObject({ step: DebugStep, was: DebugStep }))
        .max(DebugLimits.earlierSteps)
        .nullish(),
    })
    .optional(),
  /** The time without a call after which the debugger counts as gone, in seconds of the sandbox's clock. */
  timeoutSeconds: z.int().min(DebugLimits.timeout.min).max(DebugLimits.timeout.max).optional(),
});
export type StartDebugRun = z.output<typeof StartDebugRun>;

/** The reasons for which a thread stops. */
const DEBUG_STOP_REASONS = ['entry', 'breakpoint', 'step', 'pause', 'failure', 'goto'] as const;

/** The place at which a thread is stopped: before a step, or after its failure. */
export const DebugStop = record(
  { reason: openEnum(DEBUG_STOP_REASONS), index: z.int() },
  {
    childIndex: z.int(),
    /** The iteration of a repeated step, from 0. */
    round: z.int(),
    name: z.string(),
    method: z.string(),
    breakpointIds: z.array(z.string()),
    /** The failure, which is not final yet. */
    error: z.string(),
    code: z.string(),
  },
);
export type DebugStop = z.output<typeof DebugStop>;

/** The states of a thread: not reached yet, running, stopped or ended. */
const DEBUG_THREAD_STATUSES = ['waiting', 'running', 'stopped', 'ended'] as const;

/** A device of a debug run; a flow without devices has one thread without a device. Devices run in turn. */
export const DebugThread = record(
  { id: z.int(), status: openEnum(DEBUG_THREAD_STATUSES) },
  { deviceId: z.string(), name: z.string(), stop: DebugStop },
);
export type DebugThread = z.output<typeof DebugThread>;

/** A breakpoint as the sandbox understood it. */
export const SetBreakpoint = record(
  { id: z.string(), step: DebugStep, verified: z.boolean(), hits: z.int() },
  {
    /** The reason why it is not verified. */
    message: z.string(),
  },
);
export type SetBreakpoint = z.output<typeof SetBreakpoint>;

/** A debug run. Its ID is that of its execution, with which its trace can be read. */
export const DebugRun = record(
  { id: Uuid, mode: z.string(), status: z.string(), threads: z.array(DebugThread) },
  {
    flowId: z.string(),
    flowName: z.string(),
    error: z.string(),
    breakpoints: z.array(SetBreakpoint),
    breakOnFailure: z.string(),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    /** The ID of the next event. */
    next: z.int(),
    timeoutSeconds: z.int(),
    /** The steps so far, as in an execution; only if one run is read. */
    result: record({}, { steps: z.array(ExecutionStep) }),
  },
);
export type DebugRun = z.output<typeof DebugRun>;

/** The commands for threads. */
const DEBUG_COMMANDS = [
  'continue',
  'pause',
  'next',
  'stepIn',
  'stepOut',
  'runTo',
  'goto',
  'skip',
  'again',
] as const;

/** A command for a thread, or for all threads that are stopped (`pause`: running). */
export const DebugCommand = z.looseObject({
  command: z.enum(DEBUG_COMMANDS),
  threadId: z.int().min(1).nullish(),
  /** The step of `runTo` and `goto`. */
  step: DebugStep.nullish(),
});
export type DebugCommand = z.output<typeof DebugCommand>;

/** The kinds of events of a debug run. */
const DEBUG_EVENTS = ['started', 'stopped', 'continued', 'step', 'output', 'exited', 'ended'] as const;

/** Something that happened in a debug run. IDs increase by one. */
export const DebugEvent = record(
  { id: z.int(), kind: openEnum(DEBUG_EVENTS), at: Timestamp },
  {
    threadId: z.int(),
    /** `stopped`: the place. */
    stop: DebugStop,
    /** `step`: a step that ended. `output`: the step at which it was written. */
    step: record(
      { index: z.int() },
      {
        childIndex: z.int(),
        round: z.int(),
        name: z.string(),
        status: z.string(),
        startedAt: Timestamp,
        finishedAt: Timestamp,
      },
    ),
    /** `output`: `log` of a breakpoint, `step` of a step, or `problem` of a breakpoint. */
    category: z.string(),
    text: z.string(),
    /** `ended`: the status of the run. */
    status: z.string(),
    error: z.string(),
  },
);
export type DebugEvent = z.output<typeof DebugEvent>;

/** A step of the stack, innermost first. */
export const DebugFrame = record(
  { index: z.int() },
  {
    childIndex: z.int(),
    round: z.int(),
    /** The number of rounds of the repeated step. */
    rounds: z.int(),
    name: z.string(),
    method: z.string(),
  },
);
export type DebugFrame = z.output<typeof DebugFrame>;

/** A value that expressions can read; secrets in it are hidden, and long parts are cut. */
export const DebugVariable = record(
  { name: z.string(), expression: z.string() },
  {
    value: z.unknown(),
    /** True if `setDebugValue` accepts the expression and those of parts of the value. */
    canSet: z.boolean(),
    /** The status of the step whose output it is. */
    status: z.string(),
  },
);
export type DebugVariable = z.output<typeof DebugVariable>;

/** Variables that belong together: `payload`, `steps`, `round` in a repeated step, and `run`. */
const DebugScope = record({ kind: z.string(), variables: z.array(DebugVariable) }, {});

/** The stack and the values of a thread; both empty unless it is stopped. */
const DebugThreadDetails = record(
  { thread: DebugThread, frames: z.array(DebugFrame), scopes: z.array(DebugScope) },
  {},
);
export type DebugThreadDetails = z.output<typeof DebugThreadDetails>;

const debugId = { debugId: Uuid };
const onRun = { params: z.object(debugId), errors: 'flow' } as const;
const onThread = {
  params: z.object({ ...debugId, threadId: queryInteger(1) }),
  errors: 'flow',
} as const;
const run = { status: 200, body: data(DebugRun) } as const;

/** Sandbox-only operations on debug runs. */
export const sandboxDebugOperations = {
  startDebugRun: sandboxOperation('POST', '/_sandbox/debug', {
    summary: 'Start a run of a flow that stops at breakpoints and failures',
    body: StartDebugRun,
    response: { status: 202, body: data(DebugRun) },
    errors: 'flow',
    effect: 'act',
  }),
  listDebugRuns: sandboxOperation('GET', '/_sandbox/debug', {
    summary: 'List the debug runs, oldest first; the last ones that have ended are known',
    response: { status: 200, body: data(z.array(DebugRun)) },
    errors: 'flow',
  }),
  getDebugRun: sandboxOperation('GET', '/_sandbox/debug/{debugId}', {
    ...onRun,
    summary: 'Get a debug run with its threads, breakpoints, and steps',
    response: run,
  }),
  setDebugBreakpoints: sandboxOperation('PUT', '/_sandbox/debug/{debugId}/breakpoints', {
    ...onRun,
    summary: 'Replace the breakpoints of a debug run, also while it is running',
    body: z.looseObject({ breakpoints: Breakpoints, breakOnFailure: z.enum(BREAK_ON_FAILURE).optional() }),
    response: { status: 200, body: data(z.array(SetBreakpoint)) },
  }),
  controlDebugRun: sandboxOperation('POST', '/_sandbox/debug/{debugId}/control', {
    ...onRun,
    summary: 'Continue, pause, or step a thread or all threads of a debug run',
    body: DebugCommand,
    response: run,
    effect: 'act',
  }),
  readDebugEvents: sandboxOperation('GET', '/_sandbox/debug/{debugId}/events', {
    ...onRun,
    summary: 'Get the events of a debug run after one, and wait for the next if there are none',
    query: z.object({
      after: queryInteger(0).optional(),
      waitSeconds: queryInteger(0, DebugLimits.waitSeconds).optional(),
    }),
    response: {
      status: 200,
      body: data(
        record(
          { events: z.array(DebugEvent), last: z.int() },
          {
            /** The number of events that are not known anymore. */
            missed: z.int(),
          },
        ),
      ),
    },
  }),
  getDebugThread: sandboxOperation('GET', '/_sandbox/debug/{debugId}/threads/{threadId}', {
    ...onThread,
    summary: 'Get the stack and the values of a thread of a debug run',
    response: { status: 200, body: data(DebugThreadDetails) },
  }),
  evaluateDebugExpression: sandboxOperation('POST', '/_sandbox/debug/{debugId}/threads/{threadId}/evaluate', {
    ...onThread,
    summary: 'Evaluate an expression or a comparison in a stopped thread',
    body: z.looseObject({ expression: Text.min(1) }),
    response: { status: 200, body: data(DebugVariable) },
    effect: 'read',
  }),
  setDebugValue: sandboxOperation('PUT', '/_sandbox/debug/{debugId}/threads/{threadId}/value', {
    ...onThread,
    summary: 'Change a value of a stopped thread, which the following steps then read',
    body: z.looseObject({ expression: Text.min(1), value: z.unknown() }),
    response: { status: 200, body: data(DebugVariable) },
  }),
  endDebugRun: sandboxOperation('POST', '/_sandbox/debug/{debugId}/end', {
    ...onRun,
    summary: 'Abort a debug run, or let it run on without breakpoints',
    body: z.looseObject({ run: z.enum(['abort', 'continue']).optional() }).optional(),
    response: run,
    effect: 'act',
  }),
} as const;

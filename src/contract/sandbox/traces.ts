import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { data, OpenObject, queryInteger, record, Timestamp, Uuid } from '../scalars.ts';
import { UiState } from '../records/uiState.ts';
import { Gesture } from './devices.ts';

/** The maximum number of steps in one reply of a trace. */
export const MAX_TRACE_STEPS = 200;

/** A rectangle in device pixels; right and bottom are exclusive. */
const TraceBounds = z.looseObject({ left: z.int(), top: z.int(), right: z.int(), bottom: z.int() });

/** An expression in the parameters of a step, with the value it had when the step started. */
const TraceValue = record(
  { path: z.array(z.union([z.string(), z.int()])), expression: z.string() },
  { value: z.unknown() },
);
export type TraceValue = z.output<typeof TraceValue>;

/** The element that a step looked for and found. */
const TraceTarget = record({ bounds: TraceBounds }, { selector: OpenObject, text: z.string() });

/** A request that a step sent to another service, with the answer; a failed one has an error instead. */
const TraceRequest = record(
  { method: z.string(), url: z.string() },
  {
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
    status: z.int(),
    answer: z.unknown(),
    error: z.string(),
    tookMs: z.number(),
  },
);

/** A mail that a mailbox received during a step; its passcode is hidden. */
const TraceMail = record(
  { messageId: z.string(), mailboxId: z.string() },
  { from: z.string(), subject: z.string(), hasOtp: z.boolean(), receivedAt: Timestamp },
);

/** An event of an app or a device during a step. */
const TraceEvent = record({ eventType: z.string() }, { source: z.string(), payload: OpenObject });

/** A try of a step that failed and was repeated by self-healing. */
const TraceAttempt = record(
  { startedAt: Timestamp },
  { finishedAt: Timestamp, error: z.string(), params: OpenObject },
);

/** Everything known about one step of a run; steps that did not start have no evidence. */
export const TraceStep = record(
  { id: z.string(), index: z.int(), method: z.string(), status: z.string() },
  {
    childIndex: z.int(),
    round: z.int(),
    deviceId: z.string(),
    flowActionId: z.string(),
    key: z.string(),
    actionId: z.string(),
    name: z.string(),
    service: z.string(),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    /** The parameters with all expressions resolved. */
    params: OpenObject,
    values: z.array(TraceValue),
    output: z.unknown(),
    error: z.string(),
    /** A failure code of flows (wire facts 3). */
    code: z.string(),
    /** The IDs of the screens before and after the step. */
    screenBefore: z.string(),
    screenAfter: z.string(),
    /** The IDs of the screens in between. */
    screens: z.array(z.string()),
    target: TraceTarget,
    gestures: z.array(Gesture),
    requests: z.array(TraceRequest),
    mails: z.array(TraceMail),
    events: z.array(TraceEvent),
    log: z.array(z.string()),
    attempts: z.array(TraceAttempt),
    /** The number of entries of these lists that were left out. */
    leftOut: z.int(),
  },
);
export type TraceStep = z.output<typeof TraceStep>;

/** An element of a screen, in reading order. */
export const TraceElement = record(
  { bounds: TraceBounds },
  {
    text: z.string(),
    description: z.string(),
    resourceId: z.string(),
    className: z.string(),
    /** The reason that the element cannot be touched. */
    hidden: z.enum(['above', 'below', 'keyboard', 'dialog']),
    enabled: z.boolean(),
    clickable: z.boolean(),
    checked: z.boolean(),
    focused: z.boolean(),
  },
);
export type TraceElement = z.output<typeof TraceElement>;

/** The kinds of evidence of a screen. */
const TRACE_EVIDENCE = ['drawn', 'captured'] as const;

const TRACE_THEMES = ['light', 'dark'] as const;

/** A screen of a device during a run. */
export const TraceScreen = record(
  { id: z.string() },
  {
    deviceId: z.string(),
    takenAt: Timestamp,
    width: z.int(),
    height: z.int(),
    app: z.string(),
    packageName: z.string(),
    keyboardVisible: z.boolean(),
    /** Of a real phone, it is known only for runs that settle. */
    theme: z.enum(TRACE_THEMES),
    /** The title of a dialog that covers the screen. */
    dialog: z.string(),
    elements: z.array(TraceElement),
    /** `drawn` from the state of a simulated phone, or `captured` from a real one. */
    evidence: z.enum(TRACE_EVIDENCE),
    /** The time that capturing the screen took, in milliseconds. */
    tookMs: z.number(),
    /** The reason why a captured screen has no picture or no elements. */
    problem: z.string(),
  },
);
export type TraceScreen = z.output<typeof TraceScreen>;

/** The device of a run at the start of the run. */
const TraceDevice = record({ id: z.string() }, { name: z.string(), platform: z.string(), state: z.string() });

/** The evidence of a run, except for its steps and screens. */
export const TraceRun = record(
  { executionId: z.string() },
  {
    flowId: z.string(),
    flowName: z.string(),
    triggerName: z.string(),
    kind: z.string(),
    status: z.string(),
    error: z.string(),
    payload: OpenObject,
    devices: z.array(TraceDevice),
    /** The IDs of its recordings. */
    recordingIds: z.array(z.string()),
    /** True if they are of single steps. */
    recordsSteps: z.boolean(),
    startedAt: Timestamp,
    finishedAt: Timestamp,
  },
);
export type TraceRun = z.output<typeof TraceRun>;

/** A part of the evidence of a run: some of its steps, with the screens they refer to. */
const TracePart = record(
  { run: TraceRun, steps: z.array(TraceStep), screens: z.array(TraceScreen) },
  {
    /** The number of steps before the next part; null for the last part. */
    next: z.int(),
  },
);

const screenPath = '/_sandbox/executions/{executionId}/trace/screens/{screenId}';
const onScreen = {
  params: z.object({ executionId: Uuid, screenId: z.string().min(1).max(64) }),
  query: z.object({ displayId: queryInteger(0).optional() }),
  errors: 'flow',
} as const;

/** Sandbox-only operations on the evidence of runs. */
export const sandboxTraceOperations = {
  getExecutionTrace: sandboxOperation('GET', '/_sandbox/executions/{executionId}/trace', {
    errors: 'flow',
    summary: 'Get the evidence of a run: each step with its parameters, screens, gestures and requests',
    params: z.object({ executionId: Uuid }),
    query: z.object({
      offset: queryInteger(0).optional(),
      limit: queryInteger(1, MAX_TRACE_STEPS).optional(),
    }),
    response: { status: 200, body: data(TracePart) },
  }),
  getTraceScreen: sandboxOperation('GET', screenPath, {
    ...onScreen,
    summary: 'Get the picture of a screen of a run',
    response: { status: 200, body: 'png' },
  }),
  getTraceUiState: sandboxOperation('GET', `${screenPath}/ui-state`, {
    ...onScreen,
    summary: 'List what was on a screen of a run',
    response: { status: 200, body: UiState },
  }),
} as const;

import * as z from 'zod';
import {
  EXECUTION_KINDS,
  EXECUTION_STATUSES,
  PROGRESS_STATUSES,
  RUN_DELIVERY_STATUSES,
  RUN_RECORDING_STATUSES,
} from '../enumerations.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';
import { Verdict } from './flowRun.ts';

/** A top-level step of a run, as far as it got (wire facts 6); `index` counts from 0. */
const ProgressStep = record(
  { index: z.int() },
  {
    name: z.string(),
    service: z.string(),
    method: z.string(),
    status: openEnum(PROGRESS_STATUSES),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    sessionId: z.string(),
  },
);

/** The progress of a run; `currentIndex` is null while no step runs. */
const ExecutionProgress = record({ steps: z.array(ProgressStep) }, { currentIndex: z.int(), total: z.int() });

/** A picture that a step with a task or an agent made; `seq` is its order in the run. */
const ExecutionScreenshot = record(
  { id: z.string() },
  {
    seq: z.int(),
    stepIndex: z.int(),
    stepName: z.string(),
    iterationIndex: z.int(),
    source: openEnum(['task', 'agent']),
    mimeType: z.string(),
    capturedAt: Timestamp,
  },
);
export type ExecutionScreenshot = z.output<typeof ExecutionScreenshot>;

/** A recording of a run or of a step; the indexes of a whole run are -1 (wire facts 6). */
const ExecutionRecording = record(
  { id: z.string() },
  {
    scope: openEnum(['flow', 'step']),
    status: openEnum(RUN_RECORDING_STATUSES),
    flowActionId: z.string(),
    stepIndex: z.int(),
    parentIndex: z.int(),
    childIndex: z.int(),
    iterationIndex: z.int(),
    attempt: z.int(),
    recordingId: z.string(),
    recordingDeviceId: z.string(),
    startedAt: Timestamp,
    stoppedAt: Timestamp,
    lastError: z.string(),
  },
);

/** A file of a run that is delivered to the destination of its flow (wire facts 6). */
const ExecutionDelivery = record(
  {},
  {
    artifact: openEnum(['recording', 'file', 'screenshot']),
    destination: z.string(),
    status: openEnum(RUN_DELIVERY_STATUSES),
    filename: z.string(),
    folder: z.string(),
    webUrl: z.string(),
    stepIndex: z.int(),
    errorCode: z.string(),
    startedAt: Timestamp,
    finishedAt: Timestamp,
  },
);
export type ExecutionDelivery = z.output<typeof ExecutionDelivery>;

/** A run of a flow; `result` is opaque and usually contains `steps` (wire facts 6). */
export const Execution = record(
  { id: Uuid },
  {
    flowId: Uuid,
    triggerId: Uuid,
    flowName: z.string(),
    triggerName: z.string(),
    eventId: z.string(),
    createdBy: Uuid,
    /** The device of the run; null for a run without a device. */
    deviceId: Uuid,
    /** The identifier that the caller of the run chose. */
    invocationId: z.string(),
    error: z.string(),
    kind: openEnum(EXECUTION_KINDS),
    status: openEnum(EXECUTION_STATUSES),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    result: z.unknown(),
    /** Null for runs of an older service. */
    progress: ExecutionProgress,
    screenshots: z.array(ExecutionScreenshot),
    /** The recording of the device, once it has started. */
    recordingId: z.string(),
    recordingDeviceId: z.string(),
    recordings: z.array(ExecutionRecording),
    deliveries: z.array(ExecutionDelivery),
    files: z.array(
      record({ fileId: z.string() }, { filename: z.string(), mimeType: z.string(), sizeBytes: z.int() }),
    ),
  },
);
export type Execution = z.output<typeof Execution>;

/**
 * A step in `result.steps` (wire facts 6); only `status` and `verdict` are public, the other fields are the sandbox's.
 * Steps are in order of execution; `index` counts the top-level steps from 0.
 */
export const ExecutionStep = record(
  {},
  {
    index: z.int(),
    /** The index among the children of step `index`, from 0; null for that step itself. */
    childIndex: z.int(),
    /** The iteration of a repeated step, from 0. */
    round: z.int(),
    deviceId: z.string(),
    flowActionId: z.string(),
    key: z.string(),
    actionId: z.string(),
    name: z.string(),
    service: z.string(),
    method: z.string(),
    status: z.string(),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    output: z.unknown(),
    error: z.string(),
    /** A failure code of flows (wire facts 3). */
    code: z.string(),
    verdict: Verdict,
  },
);
export type ExecutionStep = z.output<typeof ExecutionStep>;

/** Execution counts; durations in milliseconds (wire facts 6). */
export const ExecutionMetrics = record(
  { total: z.int(), byStatus: z.record(z.string(), z.int()) },
  { avgDurationMs: z.number(), lastExecutionAt: Timestamp },
);

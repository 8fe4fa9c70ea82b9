import * as z from 'zod';
import { EXECUTION_KINDS, EXECUTION_STATUSES } from '../enumerations.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** One run of a flow; `result` is opaque and usually holds `steps` (wire facts 6). */
export const Execution = record(
  { id: Uuid },
  {
    flowId: Uuid,
    triggerId: Uuid,
    flowName: z.string(),
    triggerName: z.string(),
    eventId: z.string(),
    createdBy: Uuid,
    error: z.string(),
    kind: openEnum(EXECUTION_KINDS),
    status: openEnum(EXECUTION_STATUSES),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    result: z.unknown(),
    files: z.array(
      record({ fileId: z.string() }, { filename: z.string(), mimeType: z.string(), sizeBytes: z.int() }),
    ),
  },
);
/** One run of a flow (wire facts 6). */
export type Execution = z.output<typeof Execution>;

/** Counts over executions; durations in milliseconds (wire facts 6). */
export const ExecutionMetrics = record(
  { total: z.int(), byStatus: z.record(z.string(), z.int()) },
  { avgDurationMs: z.number(), lastExecutionAt: Timestamp },
);

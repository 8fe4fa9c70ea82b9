import * as z from 'zod';
import { Limits } from '../limits.ts';
import { OpenObject, record, Uuid } from '../scalars.ts';
import { Flow } from './flow.ts';
import { Gates, PayloadValidation, ResolvedAction } from './flowRun.ts';
import { Trigger } from './trigger.ts';

/** The body of an ingested or dry-run event (wire facts 7). */
export const IngestEvent = z.looseObject({
  eventType: z.string().min(1).max(Limits.ingestEventType),
  deviceId: Uuid.nullish(),
  payload: OpenObject.nullish(),
});

/** The reply to an ingested event (wire facts 7). */
export const Ingested = record({ eventId: z.string() }, {});

/** The flows that an event would start (wire facts 7). */
export const EventDryRun = record(
  {
    matchedFlows: z.array(
      record(
        { flow: Flow, wouldFire: z.boolean() },
        { trigger: Trigger, actions: z.array(ResolvedAction), gates: Gates },
      ),
    ),
  },
  { validation: PayloadValidation },
);

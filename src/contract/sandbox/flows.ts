import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Execution } from '../records/execution.ts';
import { data, IdempotencyHeader, OpenObject, Uuid } from '../scalars.ts';

/** The body of a run. */
const RunFlow = z.looseObject({
  /** The value of `{{event.payload}}`, an empty object by default. */
  payload: OpenObject.optional(),
  /** True to begin on the home screen of each device, with apps that have no data. */
  fresh: z.boolean().optional(),
});

/** Sandbox-only operations on flows. */
export const sandboxFlowOperations = {
  runFlow: sandboxOperation('POST', '/_sandbox/flows/{flowId}/run', {
    summary: 'Run the steps of a flow on all its devices, enabled or not',
    params: z.object({ flowId: Uuid }),
    headers: IdempotencyHeader,
    body: RunFlow.optional(),
    response: { status: 202, body: data(Execution) },
    errors: 'flow',
    effect: 'act',
  }),
} as const;

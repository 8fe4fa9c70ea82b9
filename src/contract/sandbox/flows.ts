import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Execution } from '../records/execution.ts';
import { data, OpenObject, Uuid } from '../scalars.ts';

/** The body of a verification: the value of `{{trigger.payload}}`, an empty object by default. */
const VerifyFlow = z.looseObject({ payload: OpenObject.optional() });

/** Sandbox-only operations on flows. */
export const sandboxFlowOperations = {
  verifyFlow: sandboxOperation('POST', '/_sandbox/flows/{flowId}/verify', {
    summary: 'Run the steps of a flow, enabled or not, so that it can be activated with this execution',
    params: z.object({ flowId: Uuid }),
    body: VerifyFlow.optional(),
    response: { status: 202, body: data(Execution) },
    errors: 'flow',
    effect: 'act',
  }),
} as const;

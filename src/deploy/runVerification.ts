import { randomUUID } from 'node:crypto';
import { ApiError, gotNoAnswer } from '../client/failure.ts';
import type { CallOptions } from '../client/reply.ts';
import type { Execution } from '../contract/records/execution.ts';
import { type FollowOptions, followRun } from './followRun.ts';

/** The number of calls with one invocation ID if no response arrives. */
const MAX_CALLS = 3;

/** The input of a verification. */
export interface VerificationRun extends FollowOptions {
  readonly flowId: string;
  /** The device to run on; required if the flow has several. */
  readonly deviceId?: string | undefined;
  /** The payload of the trigger. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Options of the sandbox. */
  readonly inSandbox?: Pick<CallOptions, 'isConfined' | 'isFresh'>;
  /** The service starts at most one run with it; a new one by default. */
  readonly invocationId?: string;
  /** True to abort the run after any error, because nothing remembers it. */
  readonly abortsOnError?: boolean;
}

/**
 * Runs a flow on one device with the operation of the service, and waits until it ends (wire facts 6). A call whose
 * response is lost is repeated, which starts no second run. Aborting the signal aborts the run and rejects.
 */
export async function runVerification(run: VerificationRun): Promise<Execution> {
  const {
    client,
    flowId,
    deviceId,
    payload,
    invocationId = randomUUID(),
    signal,
    abortsOnError,
    inSandbox,
  } = run;
  const body = { invocationId, payload, ...(deviceId === undefined ? {} : { deviceId }) };
  const start = async (calls: number): Promise<string> => {
    try {
      return (await client.verifyFlow({ params: { flowId }, body }, { ...inSandbox, signal })).value.data
        .executionId;
    } catch (cause) {
      if (calls >= MAX_CALLS || signal?.aborted || !lostResponse(cause)) throw cause;
      return start(calls + 1);
    }
  };
  const params = { executionId: await start(1) };
  try {
    return await followRun(run, (await client.getExecution({ params }, { signal })).value.data);
  } catch (error) {
    // The run may have ended already, so a failure is ignored.
    if (abortsOnError === true) await client.abortExecution({ params }).catch(() => undefined);
    throw error;
  }
}

function lostResponse(error: unknown): boolean {
  return error instanceof ApiError && (gotNoAnswer(error) || error.failure.kind === 'cutOff');
}

import { randomUUID } from 'node:crypto';
import type { Execution } from '../contract/records/execution.ts';
import { type FollowOptions, followRun } from './followRun.ts';

/** The input of a live run. */
export interface LiveRun extends FollowOptions {
  readonly flowId: string;
  /** The value of `{{event.payload}}`. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** True if the run may send requests only to this computer. */
  readonly isConfined?: boolean;
  /** True if the evidence of the sandbox has the screens of real phones after they have settled. */
  readonly settles?: boolean;
}

/**
 * Runs a flow on all its devices, and returns the execution of each device when all have ended (wire facts 3). Aborting
 * the signal aborts them and rejects; after any other error, they go on.
 */
export async function runLive(run: LiveRun): Promise<readonly Execution[]> {
  const { client, flowId, payload, signal, isConfined, settles } = run;
  const options = {
    signal,
    idempotencyKey: randomUUID(),
    ...(isConfined === undefined ? {} : { isConfined }),
    ...(settles === undefined ? {} : { settles }),
  };
  const { data } = (await client.runFlow({ params: { flowId }, body: { payload } }, options)).value;
  const runs = await Promise.allSettled(
    data.executionIds.map(id => followRun(run, { id, status: 'pending' })),
  );
  return runs.map(ended => {
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value;
  });
}

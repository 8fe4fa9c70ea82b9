import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { isFinished } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';

/** The first and the longest pause between two reads, in milliseconds. A long run is read less often. */
const PAUSE_MS = { first: 200, longest: 2000, growth: 1.1 };

/** The input for following a run. */
export interface FollowOptions {
  readonly client: Client;
  /** Called when the execution starts and after every read of it. */
  readonly onProgress?: (execution: Execution) => void;
  readonly signal?: AbortSignal;
}

/**
 * Waits until an execution finishes. Aborting the signal aborts the run and rejects; after any other error, the run goes
 * on.
 */
export async function followRun(
  { client, onProgress, signal }: FollowOptions,
  started: Execution,
): Promise<Execution> {
  let execution = started;
  let pause = PAUSE_MS.first;
  const params = { executionId: execution.id };
  try {
    onProgress?.(execution);
    while (!isFinished(execution)) {
      await sleep(pause, undefined, { signal });
      pause = Math.min(pause * PAUSE_MS.growth, PAUSE_MS.longest);
      execution = (await client.getExecution({ params }, { signal })).value.data;
      onProgress?.(execution);
    }
    return execution;
  } catch (error) {
    // The run may have ended already, so a failure is ignored.
    if (signal?.aborted) await client.abortExecution({ params }).catch(() => undefined);
    throw error;
  }
}

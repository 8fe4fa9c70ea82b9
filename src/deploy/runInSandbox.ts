import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import { isFinished } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';

const POLL_MS = 200;

/** The input of a verification run. */
export interface SandboxRun {
  readonly client: Client;
  readonly sandboxClient: SandboxClient;
  readonly flowId: string;
  /** The value of `{{trigger.payload}}`. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Called when the execution starts and after every read of it. */
  readonly onProgress?: (execution: Execution) => void;
  readonly signal?: AbortSignal;
  /** True if the run may send requests only to this computer. */
  readonly isConfined?: boolean;
}

/** Runs the steps of a flow in the sandbox until they finish. Aborting the signal aborts the run and rejects. */
export async function runInSandbox(run: SandboxRun): Promise<Execution> {
  const { sandboxClient, flowId, payload, signal, isConfined } = run;
  const input = { params: { flowId }, body: { payload } };
  const options = isConfined === true ? { signal, isConfined } : { signal };
  const reply = await sandboxClient.verifyFlow(input, options);
  return followInSandbox(run, reply.value.data);
}

/** Waits until an execution finishes. Aborting the signal aborts the run and rejects. */
export async function followInSandbox(
  { client, onProgress, signal }: Pick<SandboxRun, 'client' | 'onProgress' | 'signal'>,
  started: Execution,
): Promise<Execution> {
  let execution = started;
  const params = { executionId: execution.id };
  try {
    onProgress?.(execution);
    while (!isFinished(execution)) {
      await sleep(POLL_MS, undefined, { signal });
      execution = (await client.getExecution({ params }, { signal })).value.data;
      onProgress?.(execution);
    }
    return execution;
  } catch (error) {
    // Nobody waits for the run anymore; it may have ended already, so a failure is ignored.
    await client.abortExecution({ params }).catch(() => undefined);
    throw error;
  }
}

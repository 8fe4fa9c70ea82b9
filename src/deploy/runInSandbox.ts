import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import { FINISHED_EXECUTIONS } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';

const POLL_MS = 200;

/** The input of a verification run. */
interface SandboxRun {
  readonly client: Client;
  readonly own: SandboxClient;
  readonly flowId: string;
  /** The value of `{{trigger.payload}}`. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Called when the execution starts and after every read of it. */
  readonly onProgress?: (execution: Execution) => void;
  readonly signal?: AbortSignal;
}

/** Runs the steps of a flow in the sandbox until they finish. Aborting the signal aborts the run and rejects. */
export async function runInSandbox(run: SandboxRun): Promise<Execution> {
  const { client, own: sandboxClient, flowId, payload, onProgress, signal } = run;
  const options = signal ? { signal } : {};
  let { data: execution } = (
    await sandboxClient.verifyFlow({ params: { flowId }, body: { payload } }, options)
  ).value;
  const params = { executionId: execution.id };
  try {
    onProgress?.(execution);
    while (!isFinished(execution)) {
      await sleep(POLL_MS, undefined, options);
      execution = await readExecution(client, execution.id, options);
      onProgress?.(execution);
    }
    return execution;
  } catch (error) {
    // Nobody waits for the run anymore; it may have ended already, so a failure is ignored.
    await client.abortExecution({ params }).catch(() => undefined);
    throw error;
  }
}

export function isFinished({ status }: Execution): boolean {
  return FINISHED_EXECUTIONS.includes(status ?? '');
}

async function readExecution(client: Client, executionId: string, options: CallOptions): Promise<Execution> {
  return (await client.getExecution({ params: { executionId } }, options)).value.data;
}

import { randomUUID } from 'node:crypto';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import { type FollowOptions, followRun } from './followRun.ts';

/** The input of a run in the sandbox. */
export interface SandboxRun extends FollowOptions {
  readonly sandboxClient: SandboxClient;
  readonly flowId: string;
  /** The value of `{{event.payload}}`. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** True to begin on the home screen of each device, with apps that have no data. */
  readonly isFresh?: boolean;
  /** True if the run may send requests only to this computer. */
  readonly isConfined?: boolean;
}

/** Runs a flow on all its devices in the sandbox until it ends. Aborting the signal aborts the run and rejects. */
export async function runInSandbox(run: SandboxRun): Promise<Execution> {
  const { sandboxClient, flowId, payload, signal, isConfined, isFresh } = run;
  const body = { payload, ...(isFresh === undefined ? {} : { fresh: isFresh }) };
  const input = { params: { flowId }, body };
  const options = { signal, idempotencyKey: randomUUID(), ...(isConfined === true ? { isConfined } : {}) };
  const reply = await sandboxClient.runFlow(input, options);
  return followRun(run, reply.value.data);
}

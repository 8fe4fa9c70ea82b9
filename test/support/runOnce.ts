import type { Execution } from '../../src/contract/records/execution.ts';
import { type LiveRun, runLive } from '../../src/deploy/runLive.ts';

/** Runs a flow with at most one device, and returns its execution when it has ended. */
export async function runOnce(run: LiveRun): Promise<Execution> {
  const [execution, ...others] = await runLive(run);
  if (!execution || others.length > 0) throw new Error('The flow does not have one execution.');
  return execution;
}

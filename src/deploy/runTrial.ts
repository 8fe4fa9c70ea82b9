import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import { isFinished } from '../contract/enumerations.ts';

const POLL_MS = 150;

/** The input of a trial run. */
interface TrialRun {
  readonly sandboxClient: SandboxClient;
  readonly body: Parameters<SandboxClient['startTrial']>[0]['body'];
  /** Called when the run starts and after every read of it. */
  readonly onProgress: (execution: Execution) => void;
  /** True if the run may send requests only to this computer. */
  readonly isConfined?: boolean;
  /** Stops the run; what it did so far is still returned. */
  readonly signal: AbortSignal;
}

/** Runs steps of a flow in the sandbox as a trial until they finish, and returns the last state of the run. */
export async function runTrial({
  sandboxClient,
  body,
  isConfined,
  onProgress,
  signal,
}: TrialRun): Promise<Execution> {
  const started =
    isConfined === true
      ? sandboxClient.startTrial({ body }, { isConfined })
      : sandboxClient.startTrial({ body });
  let { data: execution } = (await started).value;
  const params = { trialId: execution.id };
  try {
    onProgress(execution);
    while (!isFinished(execution)) {
      // Aborting the signal ends the pause, so that the run is stopped at once.
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
      const call = signal.aborted ? sandboxClient.stopTrial : sandboxClient.getTrial;
      execution = (await call({ params })).value.data;
      onProgress(execution);
    }
    return execution;
  } catch (error) {
    // Nobody follows the run anymore; it may have ended already, so a failure is ignored.
    await sandboxClient.stopTrial({ params }).catch(() => undefined);
    throw error;
  }
}

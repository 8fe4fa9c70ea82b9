import type { DebugStop } from '../contract/sandbox/debug.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import { explainSteps } from '../flow/explain/explainSteps.ts';
import { runSteps, type StepExplanation } from '../flow/run/runSteps.ts';
import type { DebugClient } from './debugPort.ts';

/** A thread of a run that is stopped at a failed step. */
interface FailedStop {
  readonly runId: string;
  readonly deviceId: string | null | undefined;
  readonly stop: DebugStop;
}

/** Returns the reason for a failure at which a thread is stopped; undefined if the evidence shows none. */
export async function explainStop(
  client: Pick<DebugClient, 'getExecutionTrace'>,
  { runId, deviceId, stop }: FailedStop,
): Promise<StepExplanation | undefined> {
  // The failure is shown anyway.
  const evidence = await readEvidence(client, runId).catch(() => undefined);
  const { index, childIndex, round, error, code } = stop;
  const step = evidence?.steps.findLast(
    one =>
      one.index === index &&
      (one.childIndex ?? null) === (childIndex ?? null) &&
      (one.round ?? null) === (round ?? null) &&
      (one.deviceId ?? null) === (deviceId ?? null),
  );
  if (!evidence || !step) return undefined;
  // It counts as running until the failure is final.
  const failed = { ...step, status: 'failed', error, code };
  const steps = evidence.steps.map(one => (one === step ? failed : one));
  return explainSteps(runSteps({ steps: [failed] }), { ...evidence, steps })[0]?.explanation;
}

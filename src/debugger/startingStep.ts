import type { ExecutionStep } from '../contract/records/execution.ts';
import type { StartDebugRun } from '../contract/sandbox/debug.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import type { DebugClient } from './debugPort.ts';
import type { FlowSource } from './flowSource.ts';
import type { Launch } from './launch.ts';

/** The start of a run with a step. */
export interface Start {
  /** The part of the body of the debug run. */
  readonly body: Pick<StartDebugRun, 'from' | 'earlier'>;
  /** The results of the steps before it. */
  readonly records: readonly ExecutionStep[];
}

/**
 * Reads the earlier run whose data a run uses that starts with a step. Throws with a sentence if a step has no output
 * that is read.
 */
export async function readStart(
  client: DebugClient,
  { from, to, fromRun }: Launch,
  source: FlowSource,
): Promise<Start> {
  if (from === undefined) return { body: {}, records: [] };
  if (fromRun === undefined) throw new Error('“fromRun” must be the ID of a run, or "latest".');
  const evidence = await readEvidence(client, fromRun);
  if (!evidence) throw new Error('The sandbox has no trace of this run anymore. Choose another run.');
  const { step, round, places, records } = source.startAt({ from, to }, evidence.steps);
  const start = { ...step, ...(round === undefined ? {} : { round }) };
  return {
    body: { from: start, earlier: { executionId: fromRun, places: places.map(place => ({ ...place })) } },
    records,
  };
}

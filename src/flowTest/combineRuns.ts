import type { Execution } from '../contract/records/execution.ts';
import { sentSteps } from '../flow/run/runSteps.ts';

/**
 * Returns the executions of a flow on several devices as one with the steps of all: that of the first device whose run
 * did not succeed, otherwise that of the first device. Undefined without executions.
 */
export function combineRuns(runs: readonly Execution[]): Execution | undefined {
  const shown = runs.find(({ status }) => status !== 'success') ?? runs[0];
  if (runs.length < 2 || !shown) return shown;
  return { ...shown, deviceId: null, result: { steps: runs.flatMap(run => sentSteps(run)) } };
}

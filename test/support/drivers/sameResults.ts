import assert from 'node:assert/strict';
import type { Execution } from '../../../src/contract/records/execution.ts';
import { type Entry, FlowRunner, step, stepsOf } from '../flowRunner.ts';
import type { TestSandbox } from '../sandbox.ts';
import type { PhoneSteps } from './phoneFlows.ts';

/** Runs steps on a device of a sandbox, and returns the run once it has ended. */
export async function runOn(sandbox: TestSandbox, deviceId: string, steps: PhoneSteps): Promise<Execution> {
  const runner = new FlowRunner(sandbox);
  const entries: Entry[] = steps.map(([method, params], index) => step(method, index + 1, params));
  const flow = await runner.createFlow(entries, { deviceIds: [deviceId] });
  runner.verify(flow.id);
  return runner.ended(flow);
}

/** Checks that the runs of a flow on a simulated phone and on another phone had the same results, and ended like this. */
export function assertSameResults(
  status: 'success' | 'failed',
  simulated: Execution,
  other: Execution,
): void {
  const [expected, actual] = [simulated, other].map(execution => ({
    status: execution.status,
    error: status === 'failed' ? '' : execution.error,
    steps: stepsOf(execution).map(({ method, status: ended, output, code }) => ({
      method,
      status: ended,
      code,
      output: withoutChance(output),
    })),
  }));
  assert.deepEqual(actual, expected);
  assert.equal(simulated.status, status, simulated.error ?? '');
}

/** Returns an output without what differs from run to run: times, IDs, and texts of the drawn pictures. */
function withoutChance(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return output;
  const { waitedMs, fileId, bounds, ...rest } = output as Record<string, unknown>;
  return {
    ...rest,
    hasWaited: waitedMs !== undefined,
    hasFile: fileId !== undefined,
    hasBounds: bounds != null,
  };
}

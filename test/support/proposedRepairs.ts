import type { TraceScreen, TraceStep } from '../../src/contract/sandbox/traces.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { proposeRepairs } from '../../src/flow/repair/proposeRepairs.ts';
import type { RepairProposal } from '../../src/flow/repair/repair.ts';
import { demoActionId, demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';

const catalog = createCatalog(demoCatalog);

/** Returns a step of a passed run that taps an element. */
export function tapping(selector: object, fields: Partial<TraceStep> = {}): TraceStep {
  return {
    ...{ id: 's', index: 0, childIndex: null, method: 'device.tap', actionId: demoActionId('device.tap') },
    ...{ status: 'success', deviceId: 'd', params: { target: selector }, values: [] },
    ...{ screenBefore: 'passed', screenAfter: 'passed' },
    ...fields,
  };
}

/** Returns the proposals for a run whose first step fails on a screen, after it passed on others. */
export function propose(
  steps: readonly TraceStep[],
  before: readonly TraceScreen[],
  now: TraceScreen,
): readonly RepairProposal[] {
  const run = { executionId: 'e', devices: [{ id: 'd' }] };
  const [first, ...others] = steps;
  const failed = [
    { ...first!, status: 'failed', screenBefore: 'failed', screenAfter: 'failed', target: null },
    ...others.map(one => ({
      ...one,
      status: 'skipped',
      params: null,
      screenBefore: null,
      screenAfter: null,
    })),
  ];
  return proposeRepairs({
    passed: { run, steps, screens: before },
    failed: { run, steps: failed, screens: [now] },
    actionOf: ({ actionId }) => catalog.action(actionId ?? ''),
  });
}

import assert from 'node:assert/strict';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { keepRunFile } from '../../src/sandbox/engine/runFiles.ts';
import type { Service } from '../../src/sandbox/runtime/service.ts';
import { StepFailure, type StepCall, type StepOutput } from '../../src/sandbox/runtime/step.ts';

/** The execution that steps of these calls belong to. */
export const STEP_RUN = 'execution-of-test-steps';

/** What a call of a step needs besides its method and parameters. */
export interface StepOptions {
  /** Key of a demo device; null for a flow without devices. */
  readonly key?: string | null;
  readonly signal?: AbortSignal;
  /** Steps of the same run before this one. */
  readonly earlier?: StepCall['run']['earlier'];
  readonly show?: StepCall['show'];
}

/** Carries out a method of the catalog as the engine does, on the Pixel phone unless another is named. */
export function carryOut(
  service: Service,
  method: string,
  params: object,
  {
    key = 'phone',
    signal = new AbortController().signal,
    earlier = [],
    show = () => undefined,
  }: StepOptions = {},
): Promise<StepOutput> {
  const kind = service.steps[method];
  assert.ok(kind, `something carries out ${method}`);
  const { store, clock } = service;
  const run: StepCall['run'] = {
    executionId: STEP_RUN,
    flowId: 'flow-of-test-steps',
    startedAt: clock.now(),
    earlier,
    files: () => store.runFiles.all({ executionId: STEP_RUN }),
    keepFile: (filename, mimeType, bytes) => keepRunFile(store, STEP_RUN, filename, mimeType, bytes),
  };
  const deviceId = key === null ? undefined : demoDeviceId(key);
  return kind.run({ params: { ...params }, deviceId, run, service, show, signal });
}

/** The code and sentence that a step fails with. */
export async function failureOfStep(
  ...call: Parameters<typeof carryOut>
): Promise<readonly [code: string, message: string]> {
  try {
    await carryOut(...call);
  } catch (error) {
    assert.ok(error instanceof StepFailure, String(error));
    return [error.code, error.message];
  }
  return assert.fail(`${call[1]} succeeded`);
}

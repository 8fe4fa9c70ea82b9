import assert from 'node:assert/strict';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { saveRunFile } from '../../src/sandbox/engine/runFiles.ts';
import type { Service } from '../../src/sandbox/runtime/service.ts';
import { StepFailure, type StepCall, type StepOutput } from '../../src/sandbox/runtime/step.ts';

/** The execution of these steps. */
export const STEP_EXECUTION = 'execution-of-test-steps';

/** Options of a step besides its method and parameters. */
interface StepOptions {
  /** Key of a demo device; null for a flow without devices. */
  readonly key?: string | null;
  readonly signal?: AbortSignal;
  /** Earlier steps of the same run. */
  readonly earlier?: StepCall['run']['earlier'];
  readonly show?: StepCall['show'];
}

/** Runs a method of the catalog like the engine, by default on the Pixel phone. */
export function runStep(
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
    executionId: STEP_EXECUTION,
    flowId: 'flow-of-test-steps',
    isConfined: false,
    mailSince: clock.now(),
    earlier,
    files: () => store.runFiles.all({ executionId: STEP_EXECUTION }),
    saveFile: (filename, mimeType, bytes) => saveRunFile(store, STEP_EXECUTION, filename, mimeType, bytes),
    note: () => undefined,
  };
  const deviceId = key === null ? undefined : demoDeviceId(key);
  return kind.run({ params: { ...params }, deviceId, run, service, show, signal });
}

/** Runs a step that must fail, and returns the code and message of the failure. */
export async function runFailingStep(
  ...call: Parameters<typeof runStep>
): Promise<readonly [code: string, message: string]> {
  try {
    await runStep(...call);
  } catch (error) {
    assert.ok(error instanceof StepFailure, String(error));
    return [error.code, error.message];
  }
  return assert.fail(`${call[1]} succeeded`);
}

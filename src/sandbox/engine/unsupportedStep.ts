import { neededCapability } from '../../flow/neededCapability.ts';
import { hasCapability, unsupported } from '../records/capabilities.ts';
import { type StepFailure, stepFailureOf } from '../runtime/step.ts';
import type { StoredDevice } from '../store/stored.ts';
import type { PlannedStep } from './plan.ts';

/**
 * Returns the index of the first step that always runs, must succeed, and needs what the device cannot do, with its
 * failure; undefined if there is none. Steps inside others may not run.
 */
export function findUnsupportedStep(
  plan: readonly PlannedStep[],
  device: StoredDevice,
): { readonly index: number; readonly failure: StepFailure } | undefined {
  for (const [index, { method, continueOnError }] of plan.entries()) {
    const capability = neededCapability(method)?.capability;
    if (capability !== undefined && !continueOnError && !hasCapability(device, capability))
      return { index, failure: stepFailureOf(unsupported(capability)) };
  }
  return undefined;
}

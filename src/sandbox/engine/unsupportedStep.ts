import { neededCapability } from '../../flow/neededCapability.ts';
import { hasCapability, unsupported } from '../records/capabilities.ts';
import { type StepFailure, stepFailureOf } from '../runtime/step.ts';
import type { StoredDevice } from '../store/stored.ts';
import type { PlannedStep } from './plan.ts';

/**
 * Returns the index of the first step that always runs, must succeed, and needs what the device cannot do, with its
 * failure; undefined if there is none. Steps inside others may not run, and a step that stops the run guards those after
 * it.
 */
export function findUnsupportedStep(
  plan: readonly PlannedStep[],
  device: StoredDevice,
): { readonly index: number; readonly failure: StepFailure } | undefined {
  for (const [index, step] of plan.entries()) {
    const { method, continueOnError } = step;
    if (mayStop(step)) return undefined;
    const capability = neededCapability(method)?.capability;
    if (capability !== undefined && !continueOnError && !hasCapability(device, capability))
      return { index, failure: stepFailureOf(unsupported(capability)) };
  }
  return undefined;
}

function mayStop({ method, children }: PlannedStep): boolean {
  return method === 'flow.stop' || children.some(mayStop);
}

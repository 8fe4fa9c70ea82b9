import { Limits } from '../contract/limits.ts';
import { mapLimit } from '../util/mapLimit.ts';

/** A record to act on, such as a device. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

/** The result for one record: a short text or the error, and the duration in milliseconds. */
export type TargetOutcome = { readonly target: Target; readonly ms: number } & (
  | { readonly text: string }
  | { readonly error: unknown }
);

/** Maximum number of concurrent calls, equal to the device limit of a flow (spec 4.4). */
const AT_ONCE = Limits.flowDevices;

/**
 * Makes a call for each record, several concurrently, and reports each outcome. A failure does not affect other
 * records; never rejects.
 */
export function eachTarget<T extends Target>(
  targets: readonly T[],
  call: (target: T) => Promise<string>,
  onOutcome: (outcome: TargetOutcome) => void = () => undefined,
): Promise<readonly TargetOutcome[]> {
  return mapLimit(targets, AT_ONCE, async target => {
    const outcome = await tried(target, call);
    onOutcome(outcome);
    return outcome;
  });
}

async function tried<T extends Target>(
  target: T,
  call: (target: T) => Promise<string>,
): Promise<TargetOutcome> {
  const begun = performance.now();
  const took = (): number => performance.now() - begun;
  try {
    const text = await call(target);
    return { target, ms: took(), text };
  } catch (error) {
    return { target, ms: took(), error };
  }
}

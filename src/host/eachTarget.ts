import { Limits } from '../contract/limits.ts';
import { mapAtOnce } from '../util/mapAtOnce.ts';

/** A record to act on, such as a device. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

/** What came of one record: a word on it, or why it failed; and how long that took in milliseconds. */
export type Outcome = { readonly target: Target; readonly ms: number } & (
  { readonly text: string } | { readonly error: unknown }
);

/** Calls that are under way at the same time: as many as a flow may have devices (spec 4.4). */
const AT_ONCE = Limits.flowDevices;

/**
 * Makes a call for each record, several at once, and tells of each when it has ended. One record's failure is no
 * other's; never rejects.
 */
export function eachTarget(
  targets: readonly Target[],
  call: (target: Target) => Promise<string>,
  onOutcome: (outcome: Outcome) => void = () => undefined,
): Promise<readonly Outcome[]> {
  return mapAtOnce(targets, AT_ONCE, async target => {
    const outcome = await tried(target, call);
    onOutcome(outcome);
    return outcome;
  });
}

async function tried(target: Target, call: (target: Target) => Promise<string>): Promise<Outcome> {
  const begun = performance.now();
  const took = (): number => performance.now() - begun;
  try {
    const text = await call(target);
    return { target, ms: took(), text };
  } catch (error) {
    return { target, ms: took(), error };
  }
}

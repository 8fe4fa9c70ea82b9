import { setTimeout as realPause } from 'node:timers/promises';
import { isLoading } from '../phone/elements.ts';
import type { DriverLimits, PhoneDriver } from './phoneDriver.ts';

/** The time between two looks at a screen, in milliseconds. */
export const LOOK_MS = 100;

/** The longest wait for a screen that does not settle, in milliseconds. */
export const SETTLE_MS = 10_000;

/** The time that passes until a screen has settled. */
export interface LookTime {
  /** Returns the time in milliseconds. */
  now(): number;
  /** Waits until the next look. */
  pause(signal: AbortSignal): Promise<unknown>;
}

/** The time of this computer. */
export const REAL_TIME: LookTime = {
  now: () => performance.now(),
  pause: signal => realPause(LOOK_MS, undefined, { signal }),
};

interface SettleOptions {
  readonly displayId: number;
  /** The longest wait in milliseconds. */
  readonly limitMs: number;
  readonly time: LookTime;
}

/**
 * Waits until a display has settled: two looks in a row find the same elements, without a progress indicator. Returns
 * false if it has not within the limit. Rejects like `tree` of the driver.
 */
export async function settleScreen(
  driver: Pick<PhoneDriver, 'tree'>,
  limits: DriverLimits,
  { displayId, limitMs, time }: SettleOptions,
): Promise<boolean> {
  const end = time.now() + limitMs;
  let before: string | undefined;
  for (let isFresh = false; ; isFresh = true) {
    const tree = await driver.tree(displayId, { ...limits, isFresh });
    const shown = isLoading(tree) ? undefined : JSON.stringify(tree);
    if (shown !== undefined && shown === before) return true;
    if (time.now() >= end) return false;
    before = shown;
    await time.pause(limits.signal);
  }
}

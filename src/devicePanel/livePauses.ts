import { LIVE } from '../protocol/devicePanel.ts';
import type { ScreenReader } from './screenReader.ts';

/** The time from one screenshot to the next while the screen changes: about 16 a second. */
const PERIOD_MS = 60;
const MAX_MS = 480;

/**
 * Returns the pauses between screenshots in milliseconds. Those of a live screen leave a fixed time from one screenshot
 * to the next while it changes, and get longer and longer while it does not.
 */
export function pausesBetween(
  everyMs: number,
  screen: Pick<ScreenReader, 'picture'>,
): number | (() => number) {
  if (everyMs !== LIVE) return everyMs;
  // No picture has this number.
  let last: number | undefined = 0;
  let same = 0;
  let begun = Date.now();
  return () => {
    const number = screen.picture?.number;
    same = number === last ? same + 1 : 0;
    last = number;
    const now = Date.now();
    const pause =
      same === 0 ? Math.max(PERIOD_MS - (now - begun), 0) : Math.min(PERIOD_MS * 2 ** (same - 1), MAX_MS);
    begun = now + pause;
    return pause;
  };
}

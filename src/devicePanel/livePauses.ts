import { LIVE } from '../protocol/devicePanel.ts';
import type { ScreenReader } from './screenReader.ts';

const SHORTEST_MS = 30;
const LONGEST_MS = 480;

/**
 * Returns the pauses between screenshots in milliseconds. Those of a live screen are short while it changes, and longer
 * and longer while it does not.
 */
export function pausesBetween(
  everyMs: number,
  screen: Pick<ScreenReader, 'picture'>,
): number | (() => number) {
  if (everyMs !== LIVE) return everyMs;
  // No picture has this number.
  let last: number | undefined = 0;
  let same = 0;
  return () => {
    const number = screen.picture?.number;
    same = number === last ? same + 1 : 0;
    last = number;
    return Math.min(SHORTEST_MS * 2 ** same, LONGEST_MS);
  };
}

import type { Random } from '../../../util/random.ts';

/** The pace of typing (wire facts 9). */
export interface TypingPace {
  readonly stealth?: boolean | undefined;
  /** The speed in words of five characters per minute; 0 or absent means as fast as the device allows. */
  readonly wpm?: number | undefined;
  /** The fraction of letters mistyped and corrected, up to 1; -1 or absent means none, or 2% with stealth. */
  readonly errorRate?: number | undefined;
}

const STEALTH_WPM = 45;
const STEALTH_ERRORS = 0.02;
/** A lower bound for the speed, which keeps durations finite. */
const SLOWEST_WPM = 1;
const LETTERS_A_WORD = 5;
const FASTEST_MS = 5;

/** Returns the duration of typing in milliseconds, and the number of corrected typing mistakes. */
export function simulateTyping(
  text: string,
  { stealth = false, wpm = 0, errorRate = -1 }: TypingPace,
  random: Random,
): { readonly durationMs: number; readonly mistakes: number } {
  const pace = wpm > 0 ? Math.max(wpm, SLOWEST_WPM) : stealth ? STEALTH_WPM : 0;
  const share = errorRate >= 0 ? errorRate : stealth ? STEALTH_ERRORS : 0;
  const letterMs = pace > 0 ? 60_000 / (pace * LETTERS_A_WORD) : FASTEST_MS;
  let durationMs = 0;
  let mistakes = 0;
  for (let letters = Array.from(text).length; letters > 0; letters--) {
    durationMs += letterMs * (stealth ? 0.6 + 0.8 * random() : 1);
    if (share > 0 && random() < share) {
      mistakes++;
      durationMs += 2 * letterMs;
    }
  }
  return { durationMs: Math.round(durationMs), mistakes };
}

import type { Random } from '../../util/random.ts';

/** How text is typed (wire facts 9). */
export interface TypingPace {
  readonly stealth?: boolean | undefined;
  /** Words of five characters a minute; 0 or absent is as fast as the device can. */
  readonly wpm?: number | undefined;
  /** Share of letters typed wrong and corrected, up to 1; -1 or absent is none, or 2 % with stealth. */
  readonly errorRate?: number | undefined;
}

const STEALTH_WPM = 45;
const STEALTH_ERRORS = 0.02;
/** Slower than this nobody types; it keeps durations finite. */
const SLOWEST_WPM = 1;
const LETTERS_A_WORD = 5;
const FASTEST_MS = 5;

/** How long typing takes, in milliseconds, and how many letters were typed wrong and corrected on the way. */
export function typing(
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

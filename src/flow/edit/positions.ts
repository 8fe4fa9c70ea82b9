/** The numbering scheme of a list of steps. */
export interface Numbering {
  /** True if new positions are strings, like those of the list. */
  readonly asText: boolean;
  /** Returns positions for `count` steps, in ascending order. */
  readonly numbers: (count: number) => readonly number[];
}

/**
 * Derives the numbering from the positions before a change: the same numbers are reused in ascending order, and further
 * ones continue with the difference of the last two. A list without positions begins at 1.
 */
export function numberingOf(positions: readonly unknown[], asTextElsewhere = false): Numbering {
  const present = positions.filter(position => position !== undefined);
  const numbers = present.map(numberOf).filter(number => number !== undefined);
  const distinct = [...new Set(numbers)].sort((left, right) => left - right);
  const [last = 0, before = last - 1] = distinct.toReversed();
  return {
    asText: present.length > 0 ? present.every(position => typeof position === 'string') : asTextElsewhere,
    numbers: count =>
      Array.from(
        { length: count },
        (_, index) => distinct[index] ?? last + (index - distinct.length + 1) * Math.max(1, last - before),
      ),
  };
}

/** Returns the number of a valid position: a whole number of at least 0, or a string of one (spec 2.2). */
function numberOf(position: unknown): number | undefined {
  const number = typeof position === 'string' && /^\d+$/.test(position) ? Number(position) : position;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

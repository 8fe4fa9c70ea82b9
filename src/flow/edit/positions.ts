/** How a list of steps gives its positions. */
export interface Numbering {
  /** Whether new positions are texts, as those of the list are. */
  readonly asText: boolean;
  /** The positions that `count` steps get, in the order that they stand in. */
  readonly numbers: (count: number) => readonly number[];
}

/**
 * The numbering of a list by its positions before a change: the numbers that were given are given again in their
 * order, and more follow the last by the step between the last two. A list without any begins at 1.
 */
export function numberingOf(positions: readonly unknown[], asTextElsewhere = false): Numbering {
  const present = positions.filter(position => position !== undefined);
  const numbers = present.map(numberOf).filter(number => number !== undefined);
  const given = [...new Set(numbers)].sort((one, other) => one - other);
  const [last = 0, before = last - 1] = given.toReversed();
  return {
    asText: present.length > 0 ? present.every(one => typeof one === 'string') : asTextElsewhere,
    numbers: count =>
      Array.from(
        { length: count },
        (_, index) => given[index] ?? last + (index - given.length + 1) * Math.max(1, last - before),
      ),
  };
}

/** A position as it is given: a whole number of at least 0, or a text of one (spec 2.2). */
function numberOf(position: unknown): number | undefined {
  const number = typeof position === 'string' && /^\d+$/.test(position) ? Number(position) : position;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

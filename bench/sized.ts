/** The option by which every part of the benchmarks runs once at its smallest size, as a test. */
export const SMALLEST_OPTION = '--smallest';

/** Returns a size or a number of rounds: the full one, or the smallest one that still runs everything. */
export function sized<T>(full: T, smallest: T): T {
  return process.argv.includes(SMALLEST_OPTION) ? smallest : full;
}

import { timesOf } from '../../bench/figures.ts';

const RUNS = 20;

/** Returns the shortest time of several runs in milliseconds, which other programs on the computer affect least. */
export function leastTime(work: () => unknown): number {
  return Math.min(...timesOf(RUNS, work));
}

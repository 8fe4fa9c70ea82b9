import type { Random } from '../../src/util/random.ts';

/** Figures of a section by name. */
type Figures = Readonly<Record<string, string | number>>;

/** Options of a section: its share of the full amount (0 to 1), and whether limits of time and memory apply. */
interface Course {
  readonly scale: number;
  readonly random: Random;
  readonly isMeasured: boolean;
}

/** A section of the stress tests. `run` rejects with the first broken guarantee. */
export interface Section {
  readonly name: string;
  readonly run: (course: Course) => Promise<Figures>;
}

/** Returns an integer from 0 to `end`, exclusive. */
export function below(end: number, random: Random): number {
  return Math.floor(random() * end);
}

/** Returns a random value. */
export function oneOf<T>(values: readonly T[], random: Random): T {
  return values[below(values.length, random)] as T;
}

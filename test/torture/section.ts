import type { Random } from '../../src/util/random.ts';

/** Figures that a section prints, by their names. */
export type Figures = Readonly<Record<string, string | number>>;

/** The course of a section: with `scale` (0 to 1) of its full amount, and with limits of time and memory or without. */
export interface Course {
  readonly scale: number;
  readonly random: Random;
  readonly isMeasured: boolean;
}

/** A part of the torture. `run` rejects with the first promise that is broken. */
export interface Section {
  readonly name: string;
  readonly run: (course: Course) => Promise<Figures>;
}

/** A whole number from 0 up to but not including `end`. */
export function below(end: number, random: Random): number {
  return Math.floor(random() * end);
}

/** One of some values. */
export function oneOf<T>(values: readonly T[], random: Random): T {
  return values[below(values.length, random)] as T;
}

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Prints each figure as a line of JSON at once, and a table of all figures at the end. */
export class Figures {
  readonly #all: Figure[] = [];

  add(name: string, value: number, unit: string): void {
    const figure = { name, value: Number(value.toPrecision(4)), unit };
    this.#all.push(figure);
    process.stdout.write(`${JSON.stringify(figure)}\n`);
  }

  /** Adds the median and the 95th percentile of times in milliseconds. */
  addTimes(name: string, times: readonly number[]): void {
    this.add(name, median(times), 'ms');
    this.add(`${name}, 95th percentile`, percentile(times, 0.95), 'ms');
  }

  table(): void {
    const widest = Math.max(...this.#all.map(({ name }) => name.length));
    const lines = this.#all.map(
      ({ name, value, unit }) => `${name.padEnd(widest)}  ${String(value).padStart(10)} ${unit}`,
    );
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

/** Returns the median, which a single slow run does not affect. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the value below which a given part of the values (0 to 1) lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

/** Returns the duration of each round of synchronous work in milliseconds. */
export function timesOf(rounds: number, work: (round: number) => unknown): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const start = performance.now();
    work(round);
    return performance.now() - start;
  });
}

/** Returns the duration of the work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

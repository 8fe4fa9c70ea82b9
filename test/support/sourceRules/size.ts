import type { Source } from './source.ts';

/** The maximum lengths of files, in lines. */
export interface SizeLimits {
  readonly file: number;
  readonly median: number;
}

/** Returns a sentence for each file that is too long, and one if the median is above its limit. */
export function sizeProblems(sources: readonly Source[], limits: SizeLimits): string[] {
  const sizes = sources.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  return [
    ...sources
      .filter(({ lines }) => lines > limits.file)
      .map(({ path, lines }) => `src/${path} has ${lines} lines; the most is ${limits.file}.`),
    ...(median > limits.median
      ? [`Half of the files have ${median} lines or more; the median may be ${limits.median}.`]
      : []),
  ];
}

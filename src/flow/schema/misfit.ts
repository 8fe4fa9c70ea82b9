import type { SchemaProblem } from './problem.ts';

/**
 * How little a value at a depth looks like the form that it has these problems with, from 0 to 4: something in it is
 * wrong, its properties are not those of the form, a choice or a fixed value that may tell forms apart is another
 * one, or it is of another type altogether.
 */
export function misfit(problems: readonly SchemaProblem[], depth: number): number {
  return Math.max(0, ...problems.map(problem => weightOf(problem, problem.path.length - depth)));
}

function weightOf({ keyword, missing, onKey }: SchemaProblem, below: number): number {
  if (below === 0 && keyword === 'type') return 4;
  if (below <= 1 && keyword === 'const') return 3;
  if (below <= 1 && keyword === 'enum') return 2;
  const isOfProperties = (below === 0 && missing !== undefined) || (below === 1 && onKey === true);
  return isOfProperties ? 1 : 0;
}

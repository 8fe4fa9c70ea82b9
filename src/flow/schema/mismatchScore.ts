import type { SchemaProblem } from './problem.ts';

/**
 * Rates how badly a value at a depth fits an alternative with these problems, from 0 to 4. 4: another type; 3 and 2: a
 * wrong constant or option, which may distinguish alternatives; 1: other properties; 0: only deeper problems.
 */
export function mismatchScore(problems: readonly SchemaProblem[], depth: number): number {
  return Math.max(0, ...problems.map(problem => weightOf(problem, problem.path.length - depth)));
}

function weightOf({ keyword, missing, onKey }: SchemaProblem, below: number): number {
  if (below === 0 && keyword === 'type') return 4;
  if (below <= 1 && keyword === 'const') return 3;
  if (below <= 1 && keyword === 'enum') return 2;
  const isOfProperties = (below === 0 && missing !== undefined) || (below === 1 && onKey === true);
  return isOfProperties ? 1 : 0;
}

import { isObject } from '../../util/isObject.ts';
import { withLeast } from '../../util/withLeast.ts';
import type { SchemaProblem } from './problem.ts';

/** An alternative that does not accept a value, with the problems of the value in it. */
export interface JudgedAlternative {
  readonly problems: readonly SchemaProblem[];
  /** True if it describes a property. */
  readonly knows: (name: string) => boolean;
}

/** The maximum number of properties that count, which keeps the parts of a rating apart. */
const MAX_COUNT = 999;

/**
 * Returns the alternatives that a value at a depth is meant to have, in their order: those with its type, then with its
 * constants that tell alternatives apart, then with the most of its properties, then with their types.
 */
export function meantAlternatives<T extends JudgedAlternative>(
  judged: readonly T[],
  value: unknown,
  depth: number,
): readonly T[] {
  const written = isObject(value) ? Object.keys(value).slice(0, MAX_COUNT) : [];
  const fixed = judged.map(({ problems }) => namesOf(problems.filter(isOfFixedValue), depth));
  const refused = judged.map(({ problems }) => namesOf(problems, depth));
  const isTakenByOther = (name: string): boolean =>
    judged.some((other, index) => refused[index]?.has(name) === false && other.knows(name));
  const ratings = new Map(
    judged.map((alternative, index) => {
      const { problems, knows } = alternative;
      const counts = [
        [...(fixed[index] ?? [])].filter(isTakenByOther).length,
        written.filter(name => !knows(name)).length,
        namesOf(problems.filter(isOfType), depth).size,
        problems.some(problem => isIncomplete(problem, depth)) ? 1 : 0,
      ];
      const rating = counts.reduce(
        (sum, count) => sum * (MAX_COUNT + 1) + count,
        wholeMismatch(problems, depth),
      );
      return [alternative, rating];
    }),
  );
  return withLeast(judged, alternative => ratings.get(alternative) ?? 0);
}

/** Returns how badly the value itself fits: 3 for another type, 2 for another constant, 1 for another option. */
function wholeMismatch(problems: readonly SchemaProblem[], depth: number): number {
  const ranks = ['enum', 'const', 'type'];
  const own = problems.filter(({ path }) => path.length === depth);
  return Math.max(0, ...own.map(({ keyword }) => ranks.indexOf(keyword) + 1));
}

/** Returns the properties of the value at a depth that have problems themselves. */
function namesOf(problems: readonly SchemaProblem[], depth: number): ReadonlySet<string> {
  return new Set(
    problems.filter(({ path }) => path.length === depth + 1).map(({ path }) => String(path[depth])),
  );
}

function isOfFixedValue({ keyword }: SchemaProblem): boolean {
  return keyword === 'const' || keyword === 'enum';
}

function isOfType({ keyword }: SchemaProblem): boolean {
  return keyword === 'type';
}

/** True if a property is missing or refused, or none of several inner alternatives fits. */
function isIncomplete({ path, keyword, missing, onKey }: SchemaProblem, depth: number): boolean {
  const below = path.length - depth;
  if (below === 0) return missing !== undefined || keyword === 'oneOf' || keyword === 'anyOf';
  return below === 1 && onKey === true;
}

/** A property that tells alternatives apart, and has a value of none of them. */
interface WrongConstant {
  readonly name: string;
  readonly expected: readonly unknown[];
}

/** Returns the property that has fixed values in each of several alternatives, and another value; undefined if none. */
export function wrongConstant(
  judged: readonly JudgedAlternative[],
  depth: number,
): WrongConstant | undefined {
  if (judged.length < 2) return undefined;
  const wrong = judged.map(({ problems }) =>
    problems.filter(problem => isOfFixedValue(problem) && problem.path.length === depth + 1),
  );
  const nameOf = ({ path }: SchemaProblem): string => String(path[depth]);
  const common = wrong[0]?.find(first =>
    wrong.every(others => others.some(other => nameOf(other) === nameOf(first))),
  );
  if (!common) return undefined;
  const name = nameOf(common);
  const expected = wrong.flatMap(others =>
    others
      .filter(other => nameOf(other) === name)
      .flatMap(({ keyword, expected: value }) => (keyword === 'const' ? [value] : value)),
  );
  return { name, expected: [...new Set(expected)] };
}

import type { ScreenElement } from '../selector/screen.ts';
import { compareElements, keptShares, type Likeness, withNeighbors } from './likeness.ts';
import type { TracedScreen } from './tracedScreen.ts';

/** An element of the current screen that may be an earlier one. */
export interface ElementCandidate extends Likeness {
  readonly element: ScreenElement;
}

/** The elements of two screens, matched with one another. */
export interface ScreenMatch {
  /** Returns the elements that an earlier one may be now, the best first; none that is a better match of another one. */
  readonly candidates: (element: ScreenElement) => readonly ElementCandidate[];
  /** The share of the earlier elements that are still there, from 0 to 1, each counted by its likeness. */
  readonly likeness: number;
}

/** The least likeness of two elements that count as the same one. */
const LEAST = 0.5;
const MAX_CANDIDATES = 3;

/** Matches the elements of two screens, each with one other at most. */
export function matchScreens(before: TracedScreen, now: TracedScreen): ScreenMatch {
  const [left, right] = [tellingOf(before), tellingOf(now)];
  const kept = keptShares(before, now);
  const alone = left.map(one => right.map(other => compareElements(before, one, now, other, kept)));
  const scoreAt = (row: number, column: number): number | undefined => alone[row]?.[column]?.score;
  const table = alone.map((row, at) =>
    row.map((likeness, column) => {
      // At the ends of a screen, one neighbor must do.
      const around = [scoreAt(at - 1, column - 1), scoreAt(at + 1, column + 1)].filter(
        score => score !== undefined,
      );
      const mean = around.reduce((sum, score) => sum + score, 0) / (around.length || 1);
      return around.length === 0 ? likeness : withNeighbors(likeness, mean);
    }),
  );
  const partners = assign(table);
  const taken = new Set(partners.values());
  const likeness = [...partners].reduce((sum, [at, column]) => sum + (table[at]?.[column]?.score ?? 0), 0);
  return {
    likeness: likeness / (left.length || 1),
    candidates: element => {
      const at = left.indexOf(element);
      const own = partners.get(at);
      return (table[at] ?? [])
        .flatMap(({ score, facts }, column): ElementCandidate[] => {
          const other = right[column];
          const isFree = column === own || !taken.has(column);
          return other && isFree && score >= LEAST ? [{ element: other, score, facts }] : [];
        })
        .toSorted((one, other) => other.score - one.score)
        .slice(0, MAX_CANDIDATES);
    },
  };
}

/** Returns the elements that a step may mean: those with an ID or a name, and those that react to a tap. */
function tellingOf({ screen, recorded }: TracedScreen): readonly ScreenElement[] {
  return screen.elements.filter(
    element =>
      [element.resourceId, element.description, element.text].some(value => value !== '') ||
      recorded.get(element)?.clickable === true,
  );
}

/** Returns the column of each row, such that the best pairs are together and none is used twice. */
function assign(table: readonly (readonly Likeness[])[]): ReadonlyMap<number, number> {
  const pairs = table
    .flatMap((row, at) => row.map(({ score }, column) => ({ at, column, score })))
    .filter(({ score }) => score >= LEAST)
    .toSorted((one, other) => other.score - one.score);
  const rows = new Map<number, number>();
  const used = new Set<number>();
  for (const { at, column } of pairs) {
    if (rows.has(at) || used.has(column)) continue;
    rows.set(at, column);
    used.add(column);
  }
  return rows;
}

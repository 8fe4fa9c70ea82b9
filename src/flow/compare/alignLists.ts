/** A row of two aligned lists: a pair of indexes, or a single index that has no counterpart. */
export type Aligned =
  | { readonly before: number; readonly after: number }
  | { readonly before: number; readonly after?: undefined }
  | { readonly before?: undefined; readonly after: number };

/** Larger tables are first split at equal items, which is fast and rarely worse. */
const MAX_CELLS = 4_000_000;

/**
 * Aligns two lists in order with the highest total similarity. Items can be paired if they share a key; the keys of an
 * item are ordered from the strictest to the loosest match, and stricter matches score higher.
 */
export function alignLists(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): readonly Aligned[] {
  const numbers = new Map<string, number>();
  const [left, right] = [numberKeys(before, numbers), numberKeys(after, numbers)];
  let start = 0;
  while (start < left.length && start < right.length && left[start]?.[0] === right[start]?.[0]) start++;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left.at(-1 - end)?.[0] === right.at(-1 - end)?.[0]) end++;
  const [oneEnd, otherEnd] = [left.length - end, right.length - end];
  return [
    ...pairsFrom(0, 0, start),
    ...shiftPairs(alignMiddle(left.slice(start, oneEnd), right.slice(start, otherEnd)), start, start),
    ...pairsFrom(oneEnd, otherEnd, end),
  ];
}

type Keys = readonly number[];

function numberKeys(items: readonly (readonly string[])[], numbers: Map<string, number>): readonly Keys[] {
  return items.map(keys =>
    keys.map((key, level) => {
      const text = `${level} ${key}`;
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    }),
  );
}

function alignMiddle(before: readonly Keys[], after: readonly Keys[]): readonly Aligned[] {
  if ((before.length + 1) * (after.length + 1) <= MAX_CELLS) return alignBest(before, after);
  const anchors = pairEqual(before, after);
  if (anchors.length === 0) return listUnpaired(before.length, after.length);
  const found: Aligned[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...anchors, [before.length, after.length] as const]) {
    found.push(
      ...shiftPairs(alignMiddle(before.slice(left, nextLeft), after.slice(right, nextRight)), left, right),
    );
    if (nextLeft < before.length) found.push({ before: nextLeft, after: nextRight });
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return found;
}

function alignBest(before: readonly Keys[], after: readonly Keys[]): readonly Aligned[] {
  const width = after.length + 1;
  const scores = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => scores[row * width + column] ?? 0;
  const scorePair = (row: number, column: number): number => {
    const score = scoreSimilarity(before[row] ?? [], after[column] ?? []);
    return score === 0 ? 0 : score + at(row + 1, column + 1);
  };
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      scores[row * width + column] = Math.max(
        at(row + 1, column),
        at(row, column + 1),
        scorePair(row, column),
      );
    }
  }
  const found: Aligned[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const best = at(row, column);
    if (best > 0 && scorePair(row, column) === best) found.push({ before: row++, after: column++ });
    else if (at(row + 1, column) === best) found.push({ before: row++ });
    else found.push({ after: column++ });
  }
  return [...found, ...shiftPairs(listUnpaired(before.length - row, after.length - column), row, column)];
}

/**
 * Returns 0 for items without a common key, else a score that is higher for a stricter match. Two of the loosest
 * matches outscore the strictest one.
 */
function scoreSimilarity(left: Keys, right: Keys): number {
  const level = left.findIndex((key, index) => key === right[index]);
  return level < 0 ? 0 : left.length * 2 - level;
}

function pairEqual(before: readonly Keys[], after: readonly Keys[]): readonly (readonly [number, number])[] {
  const indexesByKey = Map.groupBy(after.keys(), index => after[index]?.[0]);
  const pairs: (readonly [number, number])[] = [];
  for (const [index, [key]] of before.entries()) {
    const last = pairs.at(-1)?.[1] ?? -1;
    const next = indexesByKey.get(key)?.find(candidate => candidate > last);
    if (next !== undefined) pairs.push([index, next]);
  }
  return pairs;
}

function listUnpaired(before: number, after: number): Aligned[] {
  const gone = Array.from({ length: before }, (_, index): Aligned => ({ before: index }));
  return [...gone, ...Array.from({ length: after }, (_, index): Aligned => ({ after: index }))];
}

function pairsFrom(before: number, after: number, count: number): Aligned[] {
  return Array.from({ length: count }, (_, index) => ({ before: before + index, after: after + index }));
}

function shiftPairs(list: readonly Aligned[], left: number, right: number): Aligned[] {
  return list.map(({ before, after }) => {
    if (before === undefined) return { after: after + right };
    return after === undefined ? { before: before + left } : { before: before + left, after: after + right };
  });
}

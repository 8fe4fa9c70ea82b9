/** The maximum number of suggestions for a value. */
export const MAX_SUGGESTIONS = 3;

/** Returns the candidates that are most similar to a mistyped word, the nearest first. */
export function similarTo(word: string, candidates: readonly string[]): readonly string[] {
  const lowerWord = word.toLowerCase();
  const most = Math.max(1, Math.floor(lowerWord.length / 3));
  const near: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = distanceOf(lowerWord, candidate.toLowerCase(), most);
    if (distance <= most) near.push({ candidate, distance });
  }
  return near
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Returns the Levenshtein distance of two words, or `most + 1` as soon as it certainly exceeds `most`. */
function distanceOf(first: string, second: string, most: number): number {
  if (Math.abs(first.length - second.length) > most) return most + 1;
  // A single row is reused, since a word may be compared with the names of thousands of actions.
  const row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let rowIndex = 1; rowIndex <= first.length; rowIndex++) {
    const code = first.charCodeAt(rowIndex - 1);
    let before = rowIndex - 1;
    let left = rowIndex;
    let least = left;
    row[0] = rowIndex;
    for (let column = 1; column <= second.length; column++) {
      const above = row[column] ?? 0;
      left = Math.min(before + (code === second.charCodeAt(column - 1) ? 0 : 1), above + 1, left + 1);
      before = above;
      row[column] = left;
      if (left < least) least = left;
    }
    if (least > most) return most + 1;
  }
  return row.at(-1) ?? most + 1;
}

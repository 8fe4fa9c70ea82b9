const MAX_SUGGESTIONS = 3;

/** Of the candidates those that a mistyped word was likely meant to be, the nearest first. */
export function similarTo(word: string, candidates: readonly string[]): readonly string[] {
  const wanted = word.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  return candidates
    .map(candidate => ({ candidate, distance: distanceOf(wanted, candidate.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Insertions, removals and exchanges between two words, or more than `most` as soon as that is certain. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let place = 1; place <= one.length; place++) {
    const next = [place];
    for (let column = 1; column <= other.length; column++) {
      const exchanged = (row[column - 1] ?? 0) + (one[place - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[other.length] ?? most + 1;
}

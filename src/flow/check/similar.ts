import { distance } from 'fastest-levenshtein';

/** The maximum number of suggestions for a value. */
export const MAX_SUGGESTIONS = 3;

/** Returns the candidates that are most similar to a mistyped word, the nearest first. */
export function similarTo(word: string, candidates: readonly string[]): readonly string[] {
  const lowerWord = word.toLowerCase();
  const most = Math.max(1, Math.floor(lowerWord.length / 3));
  return candidates
    .map(candidate => ({ candidate, edits: editsBetween(lowerWord, candidate.toLowerCase(), most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((left, right) => left.edits - right.edits)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

// A word may be compared with the names of thousands of actions, so lengths that differ too much are skipped.
function editsBetween(first: string, second: string, most: number): number {
  return Math.abs(first.length - second.length) > most ? Infinity : distance(first, second);
}

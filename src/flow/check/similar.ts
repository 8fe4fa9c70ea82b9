import { distance } from 'fastest-levenshtein';

/** The maximum number of suggestions for a value. */
export const MAX_SUGGESTIONS = 3;

/** Returns the candidates that are most similar to a mistyped word, with at most as many edits, the nearest first. */
export function similarTo(
  word: string,
  candidates: readonly string[],
  most = Math.max(1, Math.floor(word.length / 3)),
): readonly string[] {
  const lowerWord = word.toLowerCase();
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

/** The shortest ID whose mistakes are recognized, and the most wrong characters in one. */
const [SHORTEST_ID, MAX_WRONG] = [8, 2];

/** Returns the IDs that differ from a mistyped one in one or two characters. */
export function similarIds(id: string, candidates: readonly string[]): readonly string[] {
  return id.length < SHORTEST_ID ? [] : similarTo(id, candidates, MAX_WRONG);
}

/** Returns the sentence that suggests the first of some similar names, after a space; empty if there is none. */
export function suggestionText([nearest]: readonly string[]): string {
  return nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
}

import { distance } from 'fastest-levenshtein';

/** The length to which texts are compared, in characters. */
const MOST = 60;
/** The likeness of a text that contains the other one. */
const PART = 0.8;

/** Returns the likeness of two texts, from 0 to 1 for equal ones; letter case makes little difference. */
export function textLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [one, other].map(text => text.slice(0, MOST).toLowerCase());
  if (!left || !right) return 0;
  if (left === right) return 0.98;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  const edits = 1 - distance(left, right) / long.length;
  // A single letter is in most texts.
  const part = short.length > 2 && long.includes(short) ? PART : 0;
  return Math.min(0.95, Math.max(edits, part));
}

/** Returns the likeness of two resource IDs, from 0 to 1 for equal ones; they consist of words. */
export function idLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.length === 0 || right.length === 0) return 0;
  const shared = left.filter(word => right.includes(word)).length;
  const words = (2 * shared) / (left.length + right.length);
  return Math.min(0.95, Math.max(words, textLikeness(left.join(''), right.join(''))));
}

function wordsOf(id: string): readonly string[] {
  return id
    .slice(id.lastIndexOf('/') + 1)
    .slice(0, MOST)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '');
}

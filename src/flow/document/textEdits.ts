import type { TextEdit } from './flowDocument.ts';

/** Applies edits that do not overlap to a text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const edit of edits.toSorted((one, other) => other.start - one.start || other.end - one.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}

/** Returns the edit that turns a text into another one, without what both begin and end with. */
export function changeBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return [{ start, end: before.length - same, text: after.slice(start, after.length - same) }];
}

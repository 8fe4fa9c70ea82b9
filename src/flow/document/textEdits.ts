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
  return before === after ? [] : [trimEdit(before, { start: 0, end: before.length, text: after })];
}

/** Shortens an edit by the text that it would not change. */
export function trimEdit(text: string, { start, end, text: written }: TextEdit): TextEdit {
  const most = Math.min(end - start, written.length);
  let front = 0;
  while (front < most && text.charCodeAt(start + front) === written.charCodeAt(front)) front++;
  while (front > 0 && (splits(text, start + front) || splits(written, front))) front--;
  let back = 0;
  while (
    back < most - front &&
    text.charCodeAt(end - back - 1) === written.charCodeAt(written.length - back - 1)
  )
    back++;
  while (back > 0 && (splits(text, end - back) || splits(written, written.length - back))) back--;
  return { start: start + front, end: end - back, text: written.slice(front, written.length - back) };
}

/** True if an offset is inside a line break or surrogate pair, where editors permit no edit to begin. */
function splits(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (before === 13 && after === 10) return true;
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

import type { TextEdit } from './flowDocument.ts';

/** Applies edits that do not overlap to a text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const edit of edits.toSorted((one, other) => other.start - one.start || other.end - one.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}

import { format } from 'jsonc-parser';
import type { TextEdit } from '../document/flowDocument.ts';

/** How a file is laid out. */
export interface Layout {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

/** The changes of white space that lay a flow file out; names keep their order, values their form. */
export function formatFlow(text: string, { tabSize, insertSpaces }: Layout): readonly TextEdit[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = format(text, undefined, { tabSize, insertSpaces, eol });
  return edits.map(({ offset, length, content }) => ({ start: offset, end: offset + length, text: content }));
}

/** A text after edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const edit of edits.toSorted((one, other) => other.start - one.start || other.end - one.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}

import type { TextRange } from '../document/diagnostic.ts';
import type { TextEdit } from '../document/flowDocument.ts';
import { layoutOf, lineIndent, writeValue } from '../edit/layout.ts';

/** Returns the edit that removes a property or item with one comma and the adjacent white space. */
export function removeEdit(text: string, { start, end }: TextRange): TextEdit {
  const after = /^\s*,/.exec(text.slice(end));
  if (after) {
    const behind = end + after[0].length;
    const space = /^\s*/.exec(text.slice(behind))?.[0].length ?? 0;
    return { start, end: behind + space, text: '' };
  }
  const before = /,?\s*$/.exec(text.slice(0, start));
  return { start: start - (before?.[0].length ?? 0), end, text: '' };
}

/** Returns the edit that adds a property to an object after `last`, formatted like it and like the file. */
export function insertEdit(
  text: string,
  object: TextRange,
  last: TextRange | undefined,
  name: string,
  value: unknown,
): TextEdit {
  const layout = layoutOf(text);
  const { eol, unit } = layout;
  const property = (indent: string | undefined): string =>
    `${JSON.stringify(name)}: ${writeValue(value, layout, indent)}`;
  if (!last) {
    const outer = lineIndent(text, object.start);
    const inner = outer + unit;
    return { ...object, text: `{${eol}${inner}${property(inner)}${eol}${outer}}` };
  }
  const line = lineIndent(text, last.start);
  const ownLine = text.slice(0, last.start).endsWith(eol + line);
  const inserted = ownLine ? `,${eol}${line}${property(line)}` : `, ${property(undefined)}`;
  return { start: last.end, end: last.end, text: inserted };
}

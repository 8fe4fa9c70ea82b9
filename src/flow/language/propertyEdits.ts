import type { TextRange } from '../document/diagnostic.ts';
import type { TextEdit } from '../document/flowDocument.ts';
import { lineIndent } from '../edit/layout.ts';

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

/** Returns the edit that adds a property to an object after `last`, formatted like it. */
export function insertEdit(
  text: string,
  object: TextRange,
  last: TextRange | undefined,
  name: string,
  value: unknown,
): TextEdit {
  const property = (indent: string): string =>
    `${JSON.stringify(name)}: ${JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`)}`;
  if (!last) {
    const outer = lineIndent(text, object.start);
    const inner = `${outer}  `;
    return { start: object.start, end: object.end, text: `{\n${inner}${property(inner)}\n${outer}}` };
  }
  const line = text.slice(text.lastIndexOf('\n', last.start - 1) + 1, last.start);
  const ownLine = /^\s*$/.test(line) && text.slice(0, last.start).includes('\n');
  const lead = ownLine ? `,\n${line}` : ', ';
  const inserted = ownLine ? property(line) : `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  return { start: last.end, end: last.end, text: lead + inserted };
}

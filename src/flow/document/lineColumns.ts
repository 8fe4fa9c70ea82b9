import { lastIndexUpTo } from '../../util/lastIndexUpTo.ts';

/** A position in a text: line and column from 0, columns in UTF-16 code units. */
export type LineColumn = readonly [line: number, column: number];

/** Returns a function that converts offsets in a text to positions. */
export function lineColumns(text: string): (offset: number) => LineColumn {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(match => match.index + match[0].length)];
  return offset => {
    const line = lastIndexUpTo(starts, offset);
    return [line, offset - (starts[line] ?? 0)];
  };
}

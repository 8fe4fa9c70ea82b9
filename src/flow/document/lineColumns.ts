/** A position in a text: line and column from 0, columns in UTF-16 code units. */
export type LineColumn = readonly [line: number, column: number];

/** Returns a function that converts offsets in a text to positions. */
export function lineColumns(text: string): (offset: number) => LineColumn {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(match => match.index + match[0].length)];
  return offset => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return [low - 1, offset - (starts[low - 1] ?? 0)];
  };
}

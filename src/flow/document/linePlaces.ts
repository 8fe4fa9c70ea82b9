/** A place in a text: line and column from 0, columns in UTF-16 units. */
export type LinePlace = readonly [line: number, column: number];

/** Where places of a text stand, as editors count them. */
export function linePlaces(text: string): (offset: number) => LinePlace {
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

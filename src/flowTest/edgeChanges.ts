/** Two pictures of the same size, with four bytes a pixel. */
interface PicturePair {
  readonly before: Uint8Array;
  readonly now: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The least and the greatest value of a channel in a pixel and its neighbors. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** The share of the contrast around a pixel by which anti-aliasing can change it. */
const EDGE_SHARE = 0.25;
/** The number of levels that nobody sees. */
const SLACK = 2;
/** The width and height of the parts of a picture in which changes of edges are added up. */
export const PART = 16;
/** The number of slightly changed pixels of a part, and the relative deviation of their changes, of another color. */
const NEW_COLOR = { pixels: 40, deviation: 0.2 } as const;
/** The number of different pixels in a part and around it from which they count. */
const LEAST = 8;

/** The number and the sums of the slight changes in a part whose pixels an edge explains. */
interface ChangedPart {
  slight: number;
  sum: number;
  squares: number;
}

/** The mark of a pixel whose change an edge explains, until its part has been judged. */
const EXPLAINED = 1;

/**
 * Unmarks different pixels that anti-aliasing or a move by one pixel explains: the color of each picture is about that of
 * the pixel or of a neighbor in the other one. Also unmarks single pixels. `marks` has a value for each pixel, which is 0
 * unless the pixel is marked.
 */
export function unmarkEdges(marks: Uint32Array, pair: PicturePair): void {
  const { width } = pair;
  const parts = new Map<number, ChangedPart>();
  visitMarks(marks, width, (pixel, key) => {
    const change = edgeChange(pair, pixel % width, Math.floor(pixel / width));
    if (change === undefined) return;
    marks[pixel] = EXPLAINED;
    const part = parts.get(key) ?? { slight: 0, sum: 0, squares: 0 };
    parts.set(key, part);
    part.slight += change === 0 ? 0 : 1;
    part.sum += change;
    part.squares += change ** 2;
  });
  const recolored = new Set([...parts].filter(([, part]) => hasNewColor(part)).map(([key]) => key));
  visitMarks(marks, width, (pixel, key) => {
    if (marks[pixel] === EXPLAINED && !recolored.has(key)) marks[pixel] = 0;
  });
  unmarkFew(marks, width);
}

/** Returns true if pixels have changed alike, as those of thin lines in another color. Anti-aliasing changes them differently. */
function hasNewColor({ slight, sum, squares }: ChangedPart): boolean {
  const mean = sum / slight;
  const deviation = Math.sqrt(Math.max(0, squares / slight - mean ** 2));
  return slight >= NEW_COLOR.pixels && deviation <= Math.abs(mean) * NEW_COLOR.deviation;
}

/** Unmarks the pixels of parts that have few of them, also in the parts around. */
function unmarkFew(marks: Uint32Array, width: number): void {
  const counts = new Map<number, number>();
  visitMarks(marks, width, (_, key) => void counts.set(key, (counts.get(key) ?? 0) + 1));
  const columns = Math.ceil(width / PART);
  const countAround = (key: number): number => {
    let sum = 0;
    for (const row of [key - columns, key, key + columns])
      for (const other of [row - 1, row, row + 1]) sum += counts.get(other) ?? 0;
    return sum;
  };
  const small = new Set([...counts.keys()].filter(key => countAround(key) < LEAST));
  visitMarks(marks, width, (pixel, key) => {
    if (small.has(key)) marks[pixel] = 0;
  });
}

/** Visits the marked pixels, each with the number of its part. */
function visitMarks(marks: Uint32Array, width: number, visit: (pixel: number, part: number) => void): void {
  const columns = Math.ceil(width / PART);
  for (let pixel = 0; pixel < marks.length; pixel++) {
    if (marks[pixel] === 0) continue;
    const row = Math.floor(pixel / width);
    visit(pixel, Math.floor(row / PART) * columns + Math.floor((pixel - row * width) / PART));
  }
}

/**
 * Returns by how much a pixel at an edge became brighter, or 0 if the edge moved by a pixel. Undefined if neither
 * anti-aliasing nor such a move explains the change.
 */
function edgeChange({ before, now, width, height }: PicturePair, x: number, y: number): number | undefined {
  const at = (y * width + x) * 4;
  let sum = 0;
  let isSmall = true;
  for (let channel = 0; channel < 3; channel++) {
    const around = { x, y, width, height, channel };
    const [former, current] = [rangeAround(before, around), rangeAround(now, around)];
    const [one = 0, other = 0] = [before[at + channel], now[at + channel]];
    const contrast = Math.max(former.most - former.least, current.most - current.least);
    const slack = SLACK + contrast * EDGE_SHARE;
    if (!isWithin(other, former, slack) || !isWithin(one, current, slack)) return undefined;
    isSmall &&= Math.abs(other - one) <= slack;
    sum += other - one;
  }
  return isSmall ? sum : 0;
}

function isWithin(value: number, { least, most }: Range, slack: number): boolean {
  return value >= least - slack && value <= most + slack;
}

function rangeAround(
  data: Uint8Array,
  { x, y, width, height, channel }: Readonly<Record<'x' | 'y' | 'width' | 'height' | 'channel', number>>,
): Range {
  let [least, most] = [0xff, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      const value = data[(row * width + column) * 4 + channel] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return { least, most };
}

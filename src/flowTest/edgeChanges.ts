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
const PART = 16;
/** The number of slightly changed pixels of a part, and the relative deviation of their changes, of another color. */
const NEW_COLOR = { pixels: 40, deviation: 0.2 } as const;
/** The number of different pixels in a part and around it from which they count. */
const LEAST = 8;

/** The pixels of a part whose change an edge explains, with the number and the sums of their slight changes. */
interface ChangedPart {
  readonly pixels: number[];
  slight: number;
  sum: number;
  squares: number;
}

/**
 * Unmarks different pixels that anti-aliasing or a move by one pixel explains: the color of each picture is about that of
 * the pixel or of a neighbor in the other one. Also unmarks single pixels. `marks` has four bytes a pixel, of which the
 * last one is 0 unless marked.
 */
export function unmarkEdges(marks: Uint8Array, pair: PicturePair): void {
  const parts = new Map<number, ChangedPart>();
  for (const [pixel, key] of markedPixels(marks, pair.width)) {
    const change = edgeChange(pair, pixel % pair.width, Math.floor(pixel / pair.width));
    if (change === undefined) continue;
    const part = parts.get(key) ?? { pixels: [], slight: 0, sum: 0, squares: 0 };
    parts.set(key, part);
    part.pixels.push(pixel);
    part.slight += change === 0 ? 0 : 1;
    part.sum += change;
    part.squares += change ** 2;
  }
  for (const part of parts.values())
    if (!hasNewColor(part)) for (const pixel of part.pixels) marks.fill(0, pixel * 4, pixel * 4 + 4);
  unmarkFew(marks, pair.width);
}

/** Returns true if pixels have changed alike, as those of thin lines in another color. Anti-aliasing changes them differently. */
function hasNewColor({ slight, sum, squares }: ChangedPart): boolean {
  const mean = sum / slight;
  const deviation = Math.sqrt(Math.max(0, squares / slight - mean ** 2));
  return slight >= NEW_COLOR.pixels && deviation <= Math.abs(mean) * NEW_COLOR.deviation;
}

function unmarkFew(marks: Uint8Array, width: number): void {
  const counts = new Map<number, number>();
  for (const [, key] of markedPixels(marks, width)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const columns = Math.ceil(width / PART);
  const countAround = (key: number): number =>
    [-columns, 0, columns]
      .flatMap(row => [key + row - 1, key + row, key + row + 1])
      .reduce((sum, other) => sum + (counts.get(other) ?? 0), 0);
  for (const [pixel, key] of [...markedPixels(marks, width)])
    if (countAround(key) < LEAST) marks.fill(0, pixel * 4, pixel * 4 + 4);
}

/** Returns the marked pixels, each with the number of its part. */
function* markedPixels(marks: Uint8Array, width: number): Generator<readonly [pixel: number, part: number]> {
  const columns = Math.ceil(width / PART);
  for (let pixel = 0; pixel * 4 < marks.length; pixel++) {
    if (marks[pixel * 4 + 3] === 0) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    yield [pixel, Math.floor(y / PART) * columns + Math.floor(x / PART)];
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

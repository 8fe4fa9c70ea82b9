import type { Point } from '../geometry.ts';
import inter from './interOutlines.json' with { type: 'json' };

export type FontWeight = keyof typeof inter.weights;

/** The closed outlines of one character, in em units with y pointing up from the baseline. */
interface Glyph {
  readonly outlines: readonly (readonly Point[])[];
}

const CURVE_STEPS = [0.25, 0.5, 0.75, 1];
const FALLBACK_ADVANCE = 0.62;

/** Returns the font entry of a character, or of its base letter if the accented form is missing, or undefined. */
function entryOf(character: string, weight: FontWeight): string | undefined {
  const table: Readonly<Record<string, string>> = inter.weights[weight];
  return table[character] ?? table[character.normalize('NFKD').charAt(0)];
}

/** Returns the advance width of a character in em; 0 for joiners and combining marks. */
function advanceOf(character: string, weight: FontWeight): number {
  if (/^[\p{M}\p{Cf}\p{Cc}]$/u.test(character)) return 0;
  const entry = entryOf(character, weight);
  return entry === undefined ? FALLBACK_ADVANCE : Number.parseInt(entry) / inter.unitsPerEm;
}

/** Returns the width of a text on one line, in the unit of the font size. */
export function textWidth(content: string, size: number, weight: FontWeight = 'regular'): number {
  let width = 0;
  for (const character of content) width += advanceOf(character, weight);
  return width * size;
}

/** Returns the glyphs of a text with their offsets on the line, in em. */
export function placeGlyphs(
  content: string,
  weight: FontWeight,
): readonly (Glyph & { readonly x: number })[] {
  let x = 0;
  const placed = [];
  for (const character of content) {
    const advance = advanceOf(character, weight);
    if (advance > 0) placed.push({ x, outlines: outlinesOf(character, weight) });
    x += advance;
  }
  return placed;
}

/** The outlines read so far, by the entry of the font and its weight; at most all of the font. */
const known = new Map<string, Glyph['outlines']>();

function outlinesOf(character: string, weight: FontWeight): Glyph['outlines'] {
  const entry = entryOf(character, weight);
  if (entry === undefined) return missingGlyph();
  const key = `${weight} ${entry}`;
  let outlines = known.get(key);
  if (!outlines) known.set(key, (outlines = readOutlines(pathOf(entry, weight))));
  return outlines;
}

/** Returns the path of an entry, after that of its base letter if it refers to one. */
function pathOf(entry: string, weight: FontWeight): string {
  const path = entry.slice(entry.indexOf(' ') + 1);
  if (!path.startsWith('&')) return path;
  const base = entryOf(path.charAt(1), weight) ?? '';
  return pathOf(base, weight) + path.slice(2);
}

/** Returns an empty frame, for characters missing from the font. */
function missingGlyph(): readonly (readonly Point[])[] {
  const frame = (inset: number): Point[] => [
    { x: 0.06 + inset, y: inset },
    { x: 0.06 + inset, y: 0.72 - inset },
    { x: 0.56 - inset, y: 0.72 - inset },
    { x: 0.56 - inset, y: inset },
  ];
  return [frame(0), frame(0.06).reverse()];
}

/** Converts m, l and q commands (scripts/makePhoneFont.mjs) to polygons, with curves split into line segments. */
function readOutlines(path: string): readonly (readonly Point[])[] {
  const outlines: Point[][] = [];
  let pen: Point = { x: 0, y: 0 };
  for (const [, letter, numbers = ''] of path.matchAll(/([mlq])([-\d ]+)/g)) {
    const steps = [...numbers.matchAll(/-?\d+/g)].map(([digits]) => Number(digits) / inter.unitsPerEm);
    const [dx = 0, dy = 0, endX = 0, endY = 0] = steps;
    const near: Point = { x: pen.x + dx, y: pen.y + dy };
    if (letter === 'm') outlines.push([]);
    const outline = outlines.at(-1) ?? [];
    if (letter === 'q') {
      const end: Point = { x: pen.x + endX, y: pen.y + endY };
      for (const along of CURVE_STEPS) outline.push(pointOnCurve(pen, near, end, along));
      pen = end;
    } else {
      outline.push(near);
      pen = near;
    }
  }
  return outlines;
}

function pointOnCurve(start: Point, control: Point, end: Point, along: number): Point {
  const back = 1 - along;
  const mix = (from: number, bend: number, to: number): number =>
    back * back * from + 2 * back * along * bend + along * along * to;
  return { x: mix(start.x, control.x, end.x), y: mix(start.y, control.y, end.y) };
}

import type { Size } from '../../util/pngSize.ts';

/** The space between tiles, in CSS pixels, as in deviceGrid.css. */
const GAP_PX = 10;
/** The height of a tile without its screen, in CSS pixels, as in deviceGrid.css. */
const TILE_PX = 74;
/** The width of the narrowest tile with which all are in view, and of tiles that are scrolled, in CSS pixels. */
const LEAST_PX = 110;
const SCROLLED_PX = 124;

/** The size of a screen that is not known yet; only its shape matters. */
export const USUAL_SCREEN: Size = { width: 9, height: 20 };
/** The limits of the shapes that tiles follow: height by width. */
const SHAPES = { least: 0.5, most: 2.4 };

/** The columns of a grid, and the space for the screen of each tile, in CSS pixels. */
export interface GridLayout {
  readonly columns: number;
  readonly stage: Size;
}

/**
 * Returns the layout with the largest tiles with which all are in view; if they would be too narrow, that of the narrowest
 * tiles, which are scrolled.
 */
export function layoutGrid({ width, height }: Size, screens: readonly (Size | undefined)[]): GridLayout {
  const shape = shapeOf(screens);
  const widthOf = (columns: number): number => (width + GAP_PX) / columns - GAP_PX;
  const fitting = screens.map((_, index): GridLayout => {
    const columns = index + 1;
    const rows = Math.ceil(screens.length / columns);
    const stageHeight = (height + GAP_PX) / rows - GAP_PX - TILE_PX;
    const stageWidth = Math.min(widthOf(columns), stageHeight / shape);
    return { columns, stage: { width: stageWidth, height: stageWidth * shape } };
  });
  const best = fitting.reduce(
    (one, other) => (other.stage.width > one.stage.width ? other : one),
    fitting[0] ?? NONE,
  );
  if (best.stage.width >= LEAST_PX) return best;
  const columns = Math.min(
    Math.max(Math.floor((width + GAP_PX) / (SCROLLED_PX + GAP_PX)), 1),
    screens.length,
  );
  // A few tiles must not become as wide as the page, only because it is low.
  const stageWidth = Math.min(Math.max(widthOf(columns), 1), 2 * SCROLLED_PX);
  return { columns, stage: { width: stageWidth, height: stageWidth * shape } };
}

const NONE: GridLayout = { columns: 1, stage: { width: 0, height: 0 } };

/** Returns the size of a picture that is scaled to fit into a space. */
export function fitInto(space: Size, { width, height }: Size): Size {
  const scale = Math.min(space.width / width, space.height / height);
  return { width: width * scale, height: height * scale };
}

/** Returns the index of the tile that an arrow key, Home, or End leads to; undefined for other keys. */
export function nextTile(
  key: string,
  index: number,
  { columns, count }: { columns: number; count: number },
): number | undefined {
  const to = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
  }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (to === undefined) return undefined;
  return to < 0 || to >= count ? index : to;
}

/** Returns the largest height by width of the screens, so that the tallest fill the width of their tiles. */
function shapeOf(screens: readonly (Size | undefined)[]): number {
  const known = screens.filter(size => size !== undefined);
  const shapes = (known.length === 0 ? [USUAL_SCREEN] : known).map(({ width, height }) => height / width);
  return Math.min(Math.max(...shapes, SHAPES.least), SHAPES.most);
}

/** A row of a tree, in the order in which the tree is shown. */
export interface TreeRow {
  readonly key: string;
  /** The level in the tree, from 1. */
  readonly level: number;
}

/** A row of a tree that is not folded away, with its place among its siblings. */
export interface ListedRow<Row extends TreeRow> {
  readonly row: Row;
  readonly hasChildren: boolean;
  readonly isFolded: boolean;
  /** Its number among its siblings from 1, and how many there are. */
  readonly place: number;
  readonly siblings: number;
}

/** Returns the rows that are not below a folded one. */
export function listedRows<Row extends TreeRow>(
  rows: readonly Row[],
  folded: ReadonlySet<string>,
): readonly ListedRow<Row>[] {
  const listed: (ListedRow<Row> & { readonly group: { count: number } })[] = [];
  const groups: { count: number }[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const [index, row] of rows.entries()) {
    groups.length = Math.min(groups.length, row.level);
    const group = (groups[row.level - 1] ??= { count: 0 });
    group.count++;
    if (row.level > hiddenBelow) continue;
    const hasChildren = (rows[index + 1]?.level ?? 0) > row.level;
    const isFolded = hasChildren && folded.has(row.key);
    hiddenBelow = isFolded ? row.level : Number.POSITIVE_INFINITY;
    listed.push({ row, hasChildren, isFolded, place: group.count, siblings: 0, group });
  }
  return listed.map(({ group, ...row }) => ({ ...row, siblings: group.count }));
}

/** The part of a list that is drawn. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Rows drawn outside of the visible part, so that scrolling shows no gap. */
const MARGIN = 12;

/** Returns the rows of equal height that a scroll position shows. */
export function visibleSlice(count: number, rowHeight: number, top: number, height: number): Slice {
  const start = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN);
  return { start: Math.min(start, end), end };
}

/** Returns the scroll position nearest to the present one that shows a row completely. */
export function scrollTo(index: number, rowHeight: number, top: number, height: number): number {
  const start = index * rowHeight;
  if (start < top) return start;
  return start + rowHeight > top + height ? start + rowHeight - height : top;
}

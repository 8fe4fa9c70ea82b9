const MOST_SHOWN = 12;

/** Shortens a list for a dialog to its first lines, with the number of those omitted. */
export function shortList(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_SHOWN;
  return more > 0 ? [...lines.slice(0, MOST_SHOWN), `… and ${more} more`] : lines;
}

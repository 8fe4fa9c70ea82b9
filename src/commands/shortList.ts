const MOST_SHOWN = 12;

/** The first lines of a list that is to be shown in a dialog, and how many more there are. */
export function shortList(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_SHOWN;
  return more > 0 ? [...lines.slice(0, MOST_SHOWN), `… and ${more} more`] : lines;
}

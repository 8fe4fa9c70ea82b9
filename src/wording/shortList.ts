const MAX_SHOWN = 12;

/** Shortens a list for a dialog to its first lines, with the number of those omitted. */
export function shortList(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_SHOWN;
  return more > 0 ? [...lines.slice(0, MAX_SHOWN), `… and ${more} more`] : lines;
}

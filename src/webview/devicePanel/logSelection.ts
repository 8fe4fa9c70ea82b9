/** The selection of log lines, by their numbers. */
export interface SelectedLines {
  readonly numbers: readonly number[];
  /** The line with the focus. */
  readonly active: number | undefined;
  /** The fixed end of a range selection. */
  readonly anchor: number | undefined;
}

export const NO_LINES: SelectedLines = { numbers: [], active: undefined, anchor: undefined };

/** The modifiers of a click or key. */
interface SelectOptions {
  /** Toggles this line and keeps the others. */
  readonly toggle: boolean;
  /** Selects all lines from the anchor to this one. */
  readonly extend: boolean;
}

/** Returns the selection after a click or key on a line. */
export function selectLine(
  lines: readonly number[],
  before: SelectedLines,
  line: number,
  { toggle, extend }: SelectOptions,
): SelectedLines {
  if (extend) {
    const anchor = before.anchor ?? line;
    const ends = [lines.indexOf(anchor), lines.indexOf(line)];
    return { numbers: lines.slice(Math.min(...ends), Math.max(...ends) + 1), active: line, anchor };
  }
  if (!toggle) return { numbers: [line], active: line, anchor: line };
  const isIn = before.numbers.includes(line);
  const numbers = lines.filter(number => (number === line ? !isIn : before.numbers.includes(number)));
  return { numbers, active: line, anchor: line };
}

/** Returns the selection without lines that no longer exist. */
export function keepListed(lines: readonly number[], before: SelectedLines): SelectedLines {
  const known = (line: number | undefined): number | undefined =>
    line !== undefined && lines.includes(line) ? line : undefined;
  return {
    numbers: before.numbers.filter(line => lines.includes(line)),
    active: known(before.active),
    anchor: known(before.anchor),
  };
}

/** Returns the line that a key moves to from the active one; undefined for other keys. */
export function lineAt(
  lines: readonly number[],
  active: number | undefined,
  key: string,
): number | undefined {
  const at = active === undefined ? -1 : lines.indexOf(active);
  switch (key) {
    case 'ArrowDown':
      return lines[Math.min(at + 1, lines.length - 1)];
    case 'ArrowUp':
      return lines[Math.max(at - 1, 0)];
    case 'Home':
      return lines[0];
    case 'End':
      return lines.at(-1);
    default:
      return undefined;
  }
}

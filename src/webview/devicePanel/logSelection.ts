/** Which lines of a list are selected, by their numbers. */
export interface LogSelection {
  readonly numbers: readonly number[];
  /** The line with the focus. */
  readonly active: number | undefined;
  /** Where a range begins. */
  readonly anchor: number | undefined;
}

/** Nothing is selected. */
export const NO_LINES: LogSelection = { numbers: [], active: undefined, anchor: undefined };

/** How a click or a key changes a selection. */
export interface SelectHow {
  /** Keeps what is selected and turns this line over. */
  readonly toggle: boolean;
  /** Takes all lines from where the range begins. */
  readonly extend: boolean;
}

/** The selection after a line of a list was chosen by a click or a key. */
export function selectLine(
  lines: readonly number[],
  before: LogSelection,
  line: number,
  { toggle, extend }: SelectHow,
): LogSelection {
  if (extend) {
    const anchor = before.anchor ?? line;
    const ends = [lines.indexOf(anchor), lines.indexOf(line)];
    return { numbers: lines.slice(Math.min(...ends), Math.max(...ends) + 1), active: line, anchor };
  }
  if (!toggle) return { numbers: [line], active: line, anchor: line };
  const isIn = before.numbers.includes(line);
  const numbers = lines.filter(one => (one === line ? !isIn : before.numbers.includes(one)));
  return { numbers, active: line, anchor: line };
}

/** The selection without lines that are gone. */
export function stillListed(lines: readonly number[], before: LogSelection): LogSelection {
  const known = (line: number | undefined): number | undefined =>
    line !== undefined && lines.includes(line) ? line : undefined;
  return {
    numbers: before.numbers.filter(line => lines.includes(line)),
    active: known(before.active),
    anchor: known(before.anchor),
  };
}

/** The line that a key goes to from the active one; undefined where the key goes nowhere. */
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

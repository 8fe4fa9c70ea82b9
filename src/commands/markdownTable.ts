/** A column is made no wider than this for the sake of its longest cell. */
const WIDEST = 40;

/** A Markdown table with its columns in line, since it is also read as it is written; cells are plain text of one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map(row => row.map(plain));
  const widths = head.map((_, at) => {
    return Math.max(3, ...cells.map(row => row[at]?.length ?? 0).filter(length => length <= WIDEST));
  });
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [top = [], ...rest] = cells;
  return [line(top), line(widths.map(width => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

function plain(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** A Markdown table; cells are plain text of one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function plain(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

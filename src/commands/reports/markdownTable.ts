import { code } from '../../util/markdown.ts';
import { escapeLine } from '../../util/markdownDocument.ts';

/** Maximum width in characters to which shorter cells are padded. */
const MAX_WIDTH = 40;

/** A table cell: plain text, or text formatted as code. */
type Cell = string | { readonly code: string };

/** Formats a Markdown table with aligned columns, which stay readable as plain text. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [head, ...rows].map(row => row.map(cellText));
  const widths = head.map((_, at) => {
    return Math.max(3, ...cells.map(row => row[at]?.length ?? 0).filter(length => length <= MAX_WIDTH));
  });
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [top = [], ...rest] = cells;
  return [line(top), line(widths.map(width => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

/** Formats a table of names and values, omitting entries without a value. */
export function factsTable(facts: readonly (readonly [name: string, value: Fact])[]): string {
  const rows = facts.flatMap(([name, value]): Cell[][] =>
    value === undefined || value === null || value === '' ? [] : [[name, wordsOf(value)]],
  );
  return table(['Fact', 'Value'], rows);
}

/** Formats a timestamp as a table cell, if present, with a space at which narrow cells can wrap. */
export function momentCell(timestamp: string | null | undefined): Cell | undefined {
  return codeCell(timestamp?.replace(/(?<=\d)T(?=\d)/, ' '));
}

/** Formats an ID, address or path as a table cell, if present. */
export function codeCell(text: string | null | undefined): Cell | undefined {
  return text ? { code: text } : undefined;
}

type Fact = Cell | number | boolean | null | undefined;

function wordsOf(value: NonNullable<Fact>): Cell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value;
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return escapeLine(cell);
  return cell.code === '' ? '' : code(cell.code).replaceAll('|', '\\|');
}

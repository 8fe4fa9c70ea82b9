import { code } from '../util/markdown.ts';
import { escapeLine } from '../util/markdownDocument.ts';

/** A column is made no wider than this for the sake of its longest cell. */
const WIDEST = 40;

/** A cell of a table: plain text, or text that is shown as code. */
export type Cell = string | { readonly code: string };

/** A Markdown table with its columns in line, since it is also read as it is written. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [head, ...rows].map(row => row.map(cellText));
  const widths = head.map((_, at) => {
    return Math.max(3, ...cells.map(row => row[at]?.length ?? 0).filter(length => length <= WIDEST));
  });
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [top = [], ...rest] = cells;
  return [line(top), line(widths.map(width => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

/** A table of facts by their names; those without a value are left out. */
export function factsTable(facts: readonly (readonly [name: string, value: Fact])[]): string {
  const rows = facts.flatMap(([name, value]): Cell[][] =>
    value === undefined || value === null || value === '' ? [] : [[name, wordsOf(value)]],
  );
  return table(['Fact', 'Value'], rows);
}

/** A timestamp for a table, if there is one, with a space where a narrow table can break it. */
export function momentCell(timestamp: string | null | undefined): Cell | undefined {
  return codeCell(timestamp?.replace(/(?<=\d)T(?=\d)/, ' '));
}

/** An id, an address or a path for a table, if there is one. */
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

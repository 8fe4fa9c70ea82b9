import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { withMarked } from './formatted.mjs';

const PAGE = resolve(import.meta.dirname, '../docs/development.md');

/**
 * Replaces the table rows between the comments `name` and `/name` in docs/development.md. With `keepOthers`, only rows
 * with the same first cell are replaced.
 */
export async function writeRows(name, rows, { keepOthers = false } = {}) {
  const text = await withMarked('development.md', readFileSync(PAGE, 'utf8'), name, table => {
    const lines = table.split('\n');
    const all = new Map(keepOthers ? lines.slice(2).map(line => [firstCell(line), line]) : []);
    for (const cells of rows) all.set(cells[0], `| ${cells.join(' | ')} |`);
    return [...lines.slice(0, 2), ...all.values()].join('\n');
  });
  writeFileSync(PAGE, text);
}

function firstCell(line) {
  return line.split('|')[1].trim();
}

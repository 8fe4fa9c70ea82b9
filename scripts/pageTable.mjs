import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatted } from './formatted.mjs';

const PAGE = resolve(import.meta.dirname, '../docs/development.md');

/**
 * Replaces the table rows between the comments `name` and `/name` in docs/development.md. With `keepOthers`, only rows
 * with the same first cell are replaced.
 */
export async function writeRows(name, rows, { keepOthers = false } = {}) {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
  const lines = page.slice(from, to).trim().split('\n');
  const all = new Map(keepOthers ? lines.slice(2).map(line => [firstCell(line), line]) : []);
  for (const cells of rows) all.set(cells[0], `| ${cells.join(' | ')} |`);
  const table = [...lines.slice(0, 2), ...all.values()].join('\n');
  const text = `${page.slice(0, from)}\n\n${table}\n\n${page.slice(to)}`;
  writeFileSync(PAGE, await formatted('development.md', text));
}

function firstCell(line) {
  return line.split('|')[1].trim();
}

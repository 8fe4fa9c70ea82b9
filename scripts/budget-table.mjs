import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUDGETS } from '../src/util/budgets.ts';
import { formatted } from './formatted.mjs';

// Writes the table of budgets into docs/security.md. Requires a Node.js version that runs TypeScript files.

/** Path of the page. */
export const PAGE = resolve(import.meta.dirname, '../docs/security.md');

const MARKED = /(?<=<!-- budgets -->\n)[^]*(?=<!-- \/budgets -->)/;
const MIB = 1024 * 1024;

/** Returns the page with the table as it is in the code. */
export async function pageWithBudgets(page) {
  const rows = Object.values(BUDGETS).map(
    budget => `| ${budget.input} | ${limitsOf(budget).join(', ')} | ${budget.beyond} |`,
  );
  const table = ['| Input | At most | Beyond that |', '| --- | --- | --- |', ...rows].join('\n');
  return formatted(
    'security.md',
    page.replace(MARKED, () => `\n${table}\n\n`),
  );
}

function limitsOf({ bytes, unpackedBytes, characters, parts = {}, levels, pixels }) {
  return [
    ...(bytes === undefined ? [] : [sizeOf(bytes)]),
    ...(unpackedBytes === undefined ? [] : [`${sizeOf(unpackedBytes)} unpacked`]),
    ...(characters === undefined ? [] : [`${numberOf(characters)} characters`]),
    ...Object.entries(parts).map(([name, most]) => `${numberOf(most)} ${name}`),
    ...(levels === undefined ? [] : [`${levels} levels`]),
    ...(pixels === undefined
      ? []
      : [`${numberOf(pixels.area)} pixels`, `${numberOf(pixels.side)} pixels on a side`]),
  ];
}

function sizeOf(bytes) {
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${numberOf(bytes)} bytes`;
}

function numberOf(value) {
  return value.toLocaleString('en-US');
}

if (import.meta.main) writeFileSync(PAGE, await pageWithBudgets(readFileSync(PAGE, 'utf8')));

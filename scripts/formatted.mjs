import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'oxfmt';

const SETTINGS = resolve(import.meta.dirname, '../.oxfmtrc.json');

/** Returns a formatted page with another text between its comments `mark` and `/mark`; `text` creates it from the present one. */
export async function withMarked(name, page, mark, text) {
  const [start, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
  return formatted(
    name,
    `${page.slice(0, from)}\n\n${text(page.slice(from, to).trim())}\n\n${page.slice(to)}`,
  );
}

/** Formats the text of a file with a name as `npm run format` does. Throws an Error if it cannot be parsed. */
export async function formatted(name, text) {
  const { printWidth, sortPackageJson } = JSON.parse(readFileSync(SETTINGS, 'utf8'));
  const { code, errors } = await format(name, text, { printWidth, sortPackageJson });
  if (errors.length > 0) throw new Error(`${name} cannot be formatted: ${errors[0].message}`);
  return code;
}

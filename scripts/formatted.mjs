import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';

const SETTINGS = resolve(import.meta.dirname, '../.prettierrc.json');

/** Formats a text as `npm run format` does. */
export function formatted(text, parser) {
  return format(text, { ...JSON.parse(readFileSync(SETTINGS, 'utf8')), parser });
}

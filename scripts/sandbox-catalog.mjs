import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { demoActionId, demoCatalog } from '../src/sandbox/demo/catalog/demoCatalog.ts';

// Writes media/sandbox-catalog.json: the actions against which flow files are checked until the sandbox catalog has
// been read for the first time. Requires a Node.js version that runs TypeScript files.

const root = resolve(import.meta.dirname, '..');

/** Path of the generated catalog. */
export const CATALOG = resolve(root, 'media/sandbox-catalog.json');

/** Returns the expected catalog: a JSON array of actions, formatted by Prettier. */
export async function sandboxCatalogText() {
  const actions = demoCatalog.map(action => ({ id: demoActionId(action.method), ...action }));
  const options = JSON.parse(readFileSync(resolve(root, '.prettierrc.json'), 'utf8'));
  return format(JSON.stringify(actions), { ...options, parser: 'json' });
}

if (process.argv[1] === import.meta.filename) writeFileSync(CATALOG, await sandboxCatalogText());

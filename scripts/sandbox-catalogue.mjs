import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { demoActionId, demoCatalogue } from '../src/sandbox/demo/catalogue/demoCatalogue.ts';

// Writes media/sandbox-catalogue.json, the actions that flow files on the sandbox are checked against before it was
// read for the first time. It needs a Node that runs TypeScript files.

const root = resolve(import.meta.dirname, '..');

/** Where the catalogue is kept. */
export const CATALOGUE = resolve(root, 'media/sandbox-catalogue.json');

/** The catalogue as it should be: a JSON array of actions, formatted as the repository is. */
export async function sandboxCatalogueText() {
  const actions = demoCatalogue.map(action => ({ id: demoActionId(action.method), ...action }));
  const options = JSON.parse(readFileSync(resolve(root, '.prettierrc.json'), 'utf8'));
  return format(JSON.stringify(actions), { ...options, parser: 'json' });
}

if (process.argv[1] === import.meta.filename) writeFileSync(CATALOGUE, await sandboxCatalogueText());

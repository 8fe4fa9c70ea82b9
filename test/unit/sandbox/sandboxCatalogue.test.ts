import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CATALOGUE, sandboxCatalogueText } from '../../../scripts/sandbox-catalogue.mjs';

describe('the catalogue that comes with the extension', () => {
  it('holds the actions of a new sandbox', async () => {
    const kept = readFileSync(CATALOGUE, 'utf8').replaceAll('\r\n', '\n');
    assert.ok(kept === (await sandboxCatalogueText()), 'Run npm run docs to write it anew.');
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CATALOG, sandboxCatalogText } from '../../../scripts/sandbox-catalog.mjs';

describe('the catalog in the extension package', () => {
  it('has the actions of a new sandbox', async () => {
    const kept = readFileSync(CATALOG, 'utf8').replaceAll('\r\n', '\n');
    assert.ok(kept === (await sandboxCatalogText()), 'Run npm run docs to write it anew.');
  });
});
